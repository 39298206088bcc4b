import { workerData } from 'node:worker_threads'
import { openWriter } from '../repository/connection.ts'
import { createContentStores } from '../repository/sqlite-content-stores.ts'
import type { RecordWriter } from '../records/records.ts'
import { createRecordWriter } from '../records/sqlite-records.ts'
import { makeChange, type ChangeResult, type ChangeTask } from './make-change.ts'
import { toOutcome, type Outcome } from './outcome.ts'

const options = workerData as { readonly folder: string; readonly records: string }
const db = openWriter(options.records)
const records = createRecordWriter(db)
const stores = createContentStores(db, options.folder)

/** Make a change of an entry. */
export function change(task: ChangeTask): Outcome<ChangeResult> {
  return toOutcome(() => stores.change((store) => makeChange(store, task)))
}

/** Index some of the waiting entries again; gives how many are left. */
export const indexWaiting = (): number => stores.indexWaiting()

type Write<K extends keyof RecordWriter> = RecordWriter[K]

export const keepPost: Write<'keepPost'> = (post) => records.keepPost(post)
export const keptPost: Write<'keptPost'> = (request) => records.keptPost(request)
export const keepUpload: Write<'keepUpload'> = (upload) => records.keepUpload(upload)
export const keepNotice: Write<'keepNotice'> = (notice) => records.keepNotice(notice)
export const prunePosts: Write<'prunePosts'> = (task) => records.prunePosts(task)
export const knowsUpload: Write<'knowsUpload'> = (stored) => records.knowsUpload(stored)
export const keepMail: Write<'keepMail'> = (mail) => records.keepMail(mail)
export const noteContent: Write<'noteContent'> = (noted) => records.noteContent(noted)
export const claim: Write<'claim'> = (now) => records.claim(now)
export const settle: Write<'settle'> = (result) => records.settle(result)
export const addAccount: Write<'addAccount'> = (account) => records.addAccount(account)
export const changeAccount: Write<'changeAccount'> = (task) => records.changeAccount(task)
export const removeAccount: Write<'removeAccount'> = (id) => records.removeAccount(id)
export const keepGroup: Write<'keepGroup'> = (change) => records.keepGroup(change)
export const setPassword: Write<'setPassword'> = (task) => records.setPassword(task)
export const keepRefresh: Write<'keepRefresh'> = (token) => records.keepRefresh(token)
export const endSession: Write<'endSession'> = (family) => records.endSession(family)
