import v8 from 'node:v8'
import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import { BEAT, type BreakOff, type Guard, type GuardedCall } from './guard.server.ts'

/** How often the main thread increments its counter. */
const BEAT_MS = 25
/** Node option for a shell's process: without it the process ends when code is broken off in a timer or an immediate. */
export const BREAK_OFF_FLAG = '--no-force-async-hooks-checks'

/** The data that the watch thread starts with. */
export interface WatchRequest {
  readonly memory: Int32Array<SharedArrayBuffer>
  readonly limitMs: number
  /** Code is also broken off when resident memory grows by this many bytes: no page needs that. */
  readonly maxGrowth: number
  readonly releasesFolder: string
  readonly suspectFile: string | null
  readonly mayBreakOff: boolean
}

interface Options {
  /** How long code of a release may block the main thread. */
  readonly limitMs: number
  /** Where this shell keeps its copies of releases, absolute. */
  readonly releasesFolder: string
  readonly log: Pick<Logger, 'error' | 'warn'>
  /** Called when the main thread runs again. */
  readonly onBreakOff: (found: BreakOff) => void
}

/** Start a thread that watches this process until it ends; the returned function stops the thread. */
export function startWatchThread(guard: Guard, options: Options): () => Promise<void> {
  const { limitMs, releasesFolder, log } = options
  const mayBreakOff = [...process.execArgv, process.env['NODE_OPTIONS'] ?? '']
    .join(' ')
    .includes(BREAK_OFF_FLAG)
  if (!mayBreakOff)
    log.warn(`started without ${BREAK_OFF_FLAG}: a remote that does not end its work is not broken off here`)
  const request: WatchRequest = {
    memory: guard.memory,
    limitMs,
    maxGrowth: v8.getHeapStatistics().heap_size_limit / 8,
    releasesFolder,
    suspectFile: process.env['TESSERA_SUSPECT_FILE'] ?? null,
    mayBreakOff,
  }
  const worker = new Worker(new URL('./watch.worker.server.ts', import.meta.url), { workerData: request })
  worker.unref()
  worker.on('message', (found: BreakOff) => options.onBreakOff(guard.brokenOff(found)))
  worker.on('error', (error) => log.error({ err: error }, 'the watch thread has ended'))
  guard.onCall((call: GuardedCall) => worker.postMessage(call))
  const beat = setInterval(() => void Atomics.add(guard.memory, BEAT, 1), BEAT_MS)
  beat.unref()
  return async () => {
    clearInterval(beat)
    await worker.terminate()
  }
}
