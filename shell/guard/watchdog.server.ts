import { constants, PerformanceObserver, type NodeGCPerformanceDetail } from 'node:perf_hooks'
import v8 from 'node:v8'
import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import type { SharedStore } from '../store/shared-store.server.ts'
import { HEARTBEAT, type TerminatedCall, type Guard, type GuardedCall } from './guard.server.ts'

/** How often the main thread increments its counter. */
const HEARTBEAT_MS = 25
/** Node option for a shell's process: without it the process ends when code is terminated in a timer or an immediate. */
export const TERMINATION_FLAG = '--no-force-async-hooks-checks'

/** Options of Node. Read at once: the shell hides its environment later. */
const NODE_FLAGS = [...process.execArgv, process.env['NODE_OPTIONS'] ?? ''].join(' ')

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
  const canTerminate = NODE_FLAGS.includes(TERMINATION_FLAG)
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

/** The share of its heap that a process may still use after a garbage collection. Far beyond it, it would do little but collect. */
const FULL_SHARE = 0.8
/** Claimed by the process that ends, until a process is ready: the others serve meanwhile. */
const FULL_KEY = 'full-process'
/** Longer than an end, the pause before a restart and a start take together. */
const REPLACEMENT_MS = 100_000
/** Exit code of a process whose memory was nearly full. */
export const FULL_CODE = 76

interface HeapOptions {
  readonly store: Pick<SharedStore, 'claim' | 'delete'>
  readonly log: Pick<Logger, 'error'>
  readonly isDraining: () => boolean
  /** Ends this process once its requests are finished. */
  readonly end: (code: number) => void
}

/**
 * Ends this process, which is ready, before its memory is full, e.g. because code of a remote keeps something of each page: in a full one every page is
 * slow, and those in progress are lost when it crashes. Whose memory it is cannot be determined: as for any end, it counts as that of a release
 * which came live in the last 30 s.
 */
export function watchHeap({ store, log, isDraining, end }: HeapOptions): void {
  const limit = heapLimit()
  const check = async (): Promise<void> => {
    const used = v8.getHeapStatistics().used_heap_size
    if (used < FULL_SHARE * limit || isDraining()) return
    if (!(await store.claim(FULL_KEY, String(process.pid), REPLACEMENT_MS))) return
    if (isDraining()) return store.delete(FULL_KEY) // it ends for another reason since
    log.error({ used, limit }, 'memory nearly full; the process ends and is replaced')
    end(FULL_CODE)
  }
  const isMajor = ({ detail }: GcEntry): boolean => detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR
  const ignore = () => undefined // the store is away
  new PerformanceObserver((list) => {
    if ((list.getEntries() as GcEntry[]).some(isMajor)) void check().catch(ignore)
  }).observe({ entryTypes: ['gc'] })
  void store.delete(FULL_KEY).catch(ignore)
}

/** Where Node is told a limit, V8 adds the space for new objects to it, which is large beside a small one. */
function heapLimit(): number {
  const [, told] = /--max[-_]old[-_]space[-_]size=(\d+)/.exec(NODE_FLAGS) ?? []
  return told === undefined ? v8.getHeapStatistics().heap_size_limit : Number(told) * 1_048_576
}

type GcEntry = PerformanceEntry & { readonly detail: NodeGCPerformanceDetail }
