import { availableParallelism } from 'node:os'
import { Piscina } from 'piscina'
import type { SeedEntry } from '../domain/content.ts'
import { fromOutcome, type Outcome } from './outcome.ts'
import type {
  Account,
  AccountPage,
  AccountQuery,
  AccountTask,
  AnswerCounts,
  AnswersTask,
  MessagesAnswer,
  MessagesTask,
  RecordWriter,
  RefreshRow,
} from '../records/records.ts'
import type { ChangeTask, ChangeResult } from './make-change.ts'
import type {
  AssetHead,
  EntryAnswer,
  EntryTask,
  PresenceTask,
  SearchAnswer,
  SearchTask,
} from './read-tasks.ts'
import { createSemaphore, tooBusy } from './semaphore.ts'

/** The readers: several threads with a read-only connection each, so that queries do not block the event loop. */
export type Readers = {
  readonly search: (task: SearchTask) => Promise<SearchAnswer>
  readonly entries: (task: EntryTask) => Promise<EntryAnswer>
  readonly present: (task: PresenceTask) => Promise<readonly string[]>
  readonly account: (task: AccountTask) => Promise<Account | null>
  /** Accounts by a query. Throws `platform/too-slow`. */
  readonly accounts: (query: AccountQuery) => Promise<AccountPage>
  /** The asset whose file has a path; null when no asset ever had it. */
  readonly assetEntry: (path: string) => Promise<AssetHead | null>
  readonly refresh: (hash: string) => Promise<RefreshRow | null>
  /** A whole entry as authors see it, with all versions; null when there is none. */
  readonly seedEntry: (id: string) => Promise<SeedEntry | null>
  readonly messages: (task: MessagesTask) => Promise<MessagesAnswer>
  /** How many answers to a form gave each choice of a field. Throws `platform/too-slow`. */
  readonly countAnswers: (task: AnswersTask) => Promise<AnswerCounts>
  readonly close: () => Promise<void>
}

type WriterTasks = RecordWriter & {
  readonly change: (task: ChangeTask) => Outcome<ChangeResult>
  /** Index some of the waiting entries again; gives how many are left. */
  readonly indexWaiting: (task: null) => number
}

/** The folder of the data, and the file of records in it. */
export type DataPaths = { readonly folder: string; readonly records: string }

/** The one writer: a thread of its own, so that waiting for the disk does not block requests. */
export type Writer = {
  readonly [K in keyof WriterTasks]: (
    task: Parameters<WriterTasks[K]>[0],
  ) => Promise<ReturnType<WriterTasks[K]>>
} & { readonly close: () => Promise<void> }

/** Longest wait for a free reader, in milliseconds, before a request is refused. */
const MAX_WAIT_MS = 5000
const MAX_QUEUE = 2000
/** Queries stop by themselves long before this time, in milliseconds; a reader that does not is replaced. */
const STUCK_MS = 30_000

/**
 * Start the readers of a data folder, and wait until each has loaded the model: with a million nodes that takes several seconds, and a
 * query sent to a reader that is still loading would wait although another one is free.
 */
export async function startReaders(
  paths: DataPaths,
  threads = Math.max(2, Math.min(4, availableParallelism())),
): Promise<Readers> {
  const pool = new Piscina({
    filename: new URL('./query.worker.ts', import.meta.url).href,
    workerData: paths,
    minThreads: threads,
    maxThreads: threads,
    concurrentTasksPerWorker: 1,
  })
  const close = (): Promise<void> => pool.close({ force: true }).catch(() => pool.destroy())
  try {
    await Promise.all(Array.from({ length: threads }, () => pool.run(null, { name: 'ready' })))
  } catch (error) {
    await close()
    throw error
  }
  const semaphore = createSemaphore({ concurrency: threads, maxWaiting: MAX_QUEUE, maxWaitMs: MAX_WAIT_MS })
  const ask = async <T>(name: string, task: unknown): Promise<T> => {
    const release = await semaphore.acquire()
    // Aborting a task ends its thread, so the timer starts only when a reader is free, not while the task waits.
    const stuck = new AbortController()
    const timer = setTimeout(() => stuck.abort(), STUCK_MS)
    try {
      return (await pool.run(task, { name, signal: stuck.signal })) as T
    } catch (error) {
      throw stuck.signal.aborted ? tooBusy() : error
    } finally {
      clearTimeout(timer)
      release()
    }
  }
  return {
    search: async (task) => fromOutcome(await ask<Outcome<SearchAnswer>>('search', task)),
    entries: async (task) => fromOutcome(await ask<Outcome<EntryAnswer>>('entries', task)),
    present: async (task) => fromOutcome(await ask<Outcome<readonly string[]>>('present', task)),
    account: (task) => ask('account', task),
    accounts: async (query) => fromOutcome(await ask<Outcome<AccountPage>>('accounts', query)),
    assetEntry: (path) => ask('assetEntry', path),
    refresh: (hash) => ask('refresh', hash),
    seedEntry: (id) => ask('seedEntry', id),
    messages: (task) => ask('messages', task),
    countAnswers: async (task) => fromOutcome(await ask<Outcome<AnswerCounts>>('countAnswers', task)),
    close,
  }
}

/** Start the writer of a data folder. */
export function startWriter(paths: DataPaths): Writer {
  const pool = new Piscina({
    filename: new URL('./writer.worker.ts', import.meta.url).href,
    workerData: paths,
    minThreads: 1,
    maxThreads: 1,
    idleTimeout: 60_000,
  })
  const run = (name: keyof WriterTasks) => (task: unknown) => pool.run(task, { name })
  return {
    keepPost: run('keepPost'),
    keptPost: run('keptPost'),
    keepUpload: run('keepUpload'),
    keepNotice: run('keepNotice'),
    prunePosts: run('prunePosts'),
    knowsUpload: run('knowsUpload'),
    addAccount: run('addAccount'),
    changeAccount: run('changeAccount'),
    removeAccount: run('removeAccount'),
    setPassword: run('setPassword'),
    keepGroup: run('keepGroup'),
    keepRefresh: run('keepRefresh'),
    endSession: run('endSession'),
    change: run('change'),
    indexWaiting: run('indexWaiting'),
    keepMail: run('keepMail'),
    noteContent: run('noteContent'),
    claim: run('claim'),
    settle: run('settle'),
    close: () => pool.close(),
  }
}
