import { act } from '@testing-library/react'
import type { JsonObject } from '@tessera/shared/contract'
import { createStore, storePart, withEpics } from '@tessera/shared/store'
import { formsError } from '../../errors.ts'
import { readFormMap } from '../../domain/classic/read-form-map.ts'
import { fileValueOf, withChoice, withPart } from '../../domain/field-value.ts'
import { fieldsOf, type PartName } from '../../domain/form-definition.ts'
import { createChosenFiles } from '../../io/chosen-files.ts'
import { UPLOAD_PATH, type SendFile } from '../../io/send-files.ts'
import type { PostForm } from '../../io/post-form.ts'
import * as actions from '../../state/form-actions.ts'
import { formSlice } from '../../state/form.slice.ts'
import { selectForm } from '../../state/form-state.ts'
import { storeFileEpic, submitFormEpic } from '../../state/submit-form.epic.ts'
import { noCalls, submitsBy } from '../builders.ts'
import { readCases } from './cases.ts'

export type Pair = readonly [string, string]
export interface Call {
  readonly call: string
  readonly url: string
  readonly contentType?: string
  readonly body?: {
    readonly mustContain: readonly (string | Pair)[]
    readonly mayContain: readonly (string | Pair)[]
    readonly mustNotContainKeys: readonly string[]
  }
  readonly multipart?: JsonObject
}
export interface Submission {
  readonly mapPatch?: Readonly<Record<string, string>>
  readonly siteKey?: string
  readonly actions: readonly (string | JsonObject)[]
  readonly then?: string
  readonly server?: Readonly<
    Record<
      string,
      {
        readonly status: number
        readonly json?: object
        readonly text?: string
        readonly networkError?: string
      }
    >
  >
  readonly expect: {
    readonly calls: readonly Call[]
    readonly outcome?: JsonObject
    readonly status?: JsonObject
    readonly afterReset?: JsonObject
  }
}
export interface SubmissionFile {
  readonly cases: readonly Submission[]
  readonly host: string
  readonly formId: string
  readonly actionSets: Readonly<Record<string, readonly JsonObject[]>>
  readonly pairSets: Readonly<Record<string, readonly Pair[]>>
}

const { formId, host } = readCases<SubmissionFile>('submission-cases')
export { formId }
/** Waits until everything that follows from settled answers has run. */
export const settled = () => act(() => new Promise<void>((resolve) => setTimeout(resolve, 5)))

function patched(patch: Readonly<Record<string, string>> = {}): JsonObject {
  const map = readCases<{
    form: Record<string, unknown> & { page: { element: Record<string, unknown>[] }[] }
  }>('form-map')
  for (const [path, value] of Object.entries(patch)) {
    const [of = '', name = ''] = path.split('.')
    const target =
      of === 'form' ? map.form : map.form.page.flatMap(({ element }) => element).find(({ id }) => id === of)
    target![name] = value
  }
  return map as unknown as JsonObject
}

/** A site with the form, whose server answers as the case says; every call is recorded. */
export function aSite({ server = {}, mapPatch, siteKey }: Submission) {
  const calls: {
    call: string
    url: string
    contentType?: string
    pairs?: readonly Pair[]
    upload?: object
  }[] = []
  const answer = (name: string) => {
    const given = server[name]
    if (!given || given.networkError) throw formsError('forms/no-answer')
    return given
  }
  const postForm: PostForm = async ({ path, contentType, body }) => {
    const isCustom = !path.startsWith('/')
    const call = isCustom ? 'customPost' : 'post'
    calls.push({
      call,
      url: isCustom ? path : host + path,
      contentType,
      pairs: [...new URLSearchParams(body)],
    })
    const { status, json, text } = answer(call)
    return { status, body: json ?? (text === undefined ? null : null) }
  }
  const sendFile: SendFile = async ({ versionId, formPostId, elementId, file: blob, name }) => {
    const upload = {
      formElementID: elementId,
      formPostID: formPostId,
      formVersionID: versionId,
      name,
      type: blob.type,
      bytes: blob.size,
    }
    calls.push({ call: 'upload', url: host + UPLOAD_PATH, upload })
    const { status, text, json } = answer('upload')
    return { status, text: text ?? JSON.stringify(json) }
  }
  const sendNotification = async (version: string, post: string) =>
    void calls.push({
      call: 'notification',
      url: `${host}/REST/UI/FormsModule/sendnotification/${version}/${post}`,
    })
  const store = createStore({ epics: withEpics() })
  let keys = 0
  const io = {
    ...noCalls,
    ...submitsBy({ postForm, sendFile, sendNotification }),
    files: createChosenFiles(() => 'file'),
    newIdempotencyKey: () => `k${(keys += 1)}`,
  }
  store.inject(
    storePart({ owner: 'mfe-forms', slices: [formSlice], epics: [submitFormEpic, storeFileEpic], io }),
  )
  const definition = readFormMap(patched(mapPatch), String, formId)
  store.dispatch(actions.formLoaded({ formId, definition }))
  store.dispatch(actions.captchaKeyLoaded({ siteKey: siteKey ?? null }))
  return { store, calls, definition, state: () => selectForm(store.getState(), formId)! }
}

export type Site = ReturnType<typeof aSite>

/** Performs an action of the visitor. */
export function play({ store, definition, state }: Site, action: JsonObject): void {
  const field = fieldsOf(definition).find(({ originalId }) => originalId === action['field'])
  const fieldId = field?.id ?? ''
  const before = state().values[fieldId]
  const change = (value: Parameters<typeof actions.valueChanged>[0]['value']) =>
    store.dispatch(actions.valueChanged({ formId, fieldId, value }))
  switch (action['op']) {
    case 'set':
      return void change(String(action['value']))
    case 'setSub':
      return void change(withPart(before, action['sub'] as PartName, String(action['value'])))
    case 'choose':
      return void change(String(action['option']))
    case 'check':
      return void change(withChoice(field!, before, String(action['option']), action['checked'] !== false))
    case 'hidden':
      return void store.dispatch(
        actions.hiddenFormDataGiven({ formId, data: { [String(action['label'])]: String(action['value']) } }),
      )
    case 'file': {
      const blob = new Blob(['x'.repeat(Number(action['bytes']))], { type: String(action['type']) })
      const value = fileValueOf({ name: String(action['name']), size: blob.size, type: blob.type })
      return void store.dispatch(actions.fileChosen({ formId, fieldId, file: blob, value }))
    }
    case 'removeFile':
      return void store.dispatch(actions.fileChosen({ formId, fieldId, file: null, value: null }))
    case 'captcha':
      return void store.dispatch(actions.captchaSolved({ formId, token: String(action['token']) }))
    case 'captchaExpired':
      return void store.dispatch(actions.captchaExpired({ formId }))
    default:
      throw new Error(`unknown action ${String(action['op'])}`)
  }
}
