import v8 from 'node:v8'
import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import { BEAT, type BreakOff, type Guard, type GuardedCall } from './guard.server.ts'

/** How often the main thread moves its counter. */
const BEAT_MS = 25
/** Option of Node for a shell's process: without it, one whose code was broken off in a timer or an immediate ends. */
export const BREAK_OFF_FLAG = '--no-force-async-hooks-checks'

/** What the watch thread is told when it starts. */
export interface WatchRequest {
  readonly memory: Int32Array<SharedArrayBuffer>
  readonly limitMs: number
  /** More resident memory, in bytes, is no page either. */
  readonly maxGrowth: number
  readonly releasesFolder: string
  readonly suspectFile: string | null
  readonly mayBreakOff: boolean
}

interface Options {
  /** Longest that code of a release may keep the process from anything else. */
  readonly limitMs: number
  /** Where this shell keeps its copies of releases, absolute. */
  readonly releasesFolder: string
  readonly log: Pick<Logger, 'error' | 'warn'>
  /** Called when the main thread goes on. */
  readonly onBreakOff: (found: BreakOff) => void
}

/** Watch over this process from a thread of its own, until it ends; the answer stops it. */
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
