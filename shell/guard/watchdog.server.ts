import v8 from 'node:v8'
import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import { HEARTBEAT, type TerminatedCall, type Guard, type GuardedCall } from './guard.server.ts'

/** How often the main thread increments its counter. */
const HEARTBEAT_MS = 25
/** Node option for a shell's process: without it the process ends when code is terminated in a timer or an immediate. */
export const TERMINATION_FLAG = '--no-force-async-hooks-checks'

/** The data that the watchdog thread starts with. */
export interface WatchdogRequest {
  readonly memory: Int32Array<SharedArrayBuffer>
  readonly limitMs: number
  /** Code is also terminated when resident memory grows by this many bytes: no page needs that. */
  readonly maxGrowth: number
  readonly releasesFolder: string
  readonly suspectFile: string | null
  readonly canTerminate: boolean
}

interface Options {
  /** How long code of a release may block the main thread. */
  readonly limitMs: number
  /** Where this shell keeps its copies of releases, absolute. */
  readonly releasesFolder: string
  readonly log: Pick<Logger, 'error' | 'warn'>
  /** Called when the main thread runs again. */
  readonly onTerminated: (found: TerminatedCall) => void
}

/** Start a thread that watches this process until it ends; the returned function stops the thread. */
export function startWatchdog(guard: Guard, options: Options): () => Promise<void> {
  const { limitMs, releasesFolder, log } = options
  const canTerminate = [...process.execArgv, process.env['NODE_OPTIONS'] ?? '']
    .join(' ')
    .includes(TERMINATION_FLAG)
  if (!canTerminate)
    log.warn(
      `started without ${TERMINATION_FLAG}: a remote that does not end its work is not broken off here`,
    )
  const request: WatchdogRequest = {
    memory: guard.memory,
    limitMs,
    maxGrowth: v8.getHeapStatistics().heap_size_limit / 8,
    releasesFolder,
    suspectFile: process.env['TESSERA_SUSPECT_FILE'] ?? null,
    canTerminate,
  }
  const worker = new Worker(new URL('./watchdog.worker.server.ts', import.meta.url), { workerData: request })
  worker.unref()
  worker.on('message', (found: TerminatedCall) => options.onTerminated(guard.terminated(found)))
  worker.on('error', (error) => log.error({ err: error }, 'the watch thread has ended'))
  guard.onCall((call: GuardedCall) => worker.postMessage(call))
  const heartbeat = setInterval(() => void Atomics.add(guard.memory, HEARTBEAT, 1), HEARTBEAT_MS)
  heartbeat.unref()
  return async () => {
    clearInterval(heartbeat)
    await worker.terminate()
  }
}
