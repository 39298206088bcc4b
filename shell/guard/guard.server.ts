import { AsyncLocalStorage } from 'node:async_hooks'
import { MessageChannel } from 'node:worker_threads'
import type { AppError } from '@tessera/shared/contract'
import { pageError } from '../errors.ts'

/** Why code of a release runs: to import modules, map an entry, load or render a slot; `later`: no caller waits for it any more. */
export type RemotePhase = 'import' | 'map' | 'load' | 'render' | 'later'

/** A release whose code runs, and why it runs. */
export interface RemoteCall {
  readonly app: string
  readonly version: string
  readonly phase: RemotePhase
}

/** A call with its number in shared memory. */
export interface GuardedCall extends RemoteCall {
  readonly code: number
}

/** The watchdog thread's report of code that V8 has terminated. */
export interface TerminatedCall extends RemoteCall {
  readonly reason: string
}

/** Indexes into shared memory: of a counter that the main thread keeps incrementing, and of the number of the running call (0: none). */
export const HEARTBEAT = 0
export const CALL = 1

/** Runs the code of releases so that it can be terminated, and so that its faults can be attributed to a release. */
export interface Guard {
  /** Shared with the watchdog thread. */
  readonly memory: Int32Array<SharedArrayBuffer>
  /** A call with its number; to be created once per release, not once per request. */
  callOf(app: string, version: string, phase: RemotePhase): GuardedCall
  /** Set the one listener, which is called for every existing call and for every new one. */
  onCall(listener: (call: GuardedCall) => void): void
  /** Run remote code synchronously. Terminating it ends its callers on the stack too: only code run by `runInMacrotask` may be terminated. */
  enter<T>(call: GuardedCall, work: () => T): T
  /**
   * Run work in a macrotask of its own, so that nothing else is lost when it is terminated.
   * @throws AppError page/broken-off
   */
  runInMacrotask<T>(work: () => T | PromiseLike<T>, call?: GuardedCall): Promise<T>
  /** A copy of the promise whose handlers run in a macrotask of their own. */
  resumeInMacrotask<T>(promise: Promise<T>): Promise<T>
  /** The call that is now running inside `enter`; null for none. */
  running(): RemoteCall | null
  /** The call that is running, or that started the current asynchronous work; null for the shell's own code. */
  responsible(): RemoteCall | null
  /** Reject the promises that wait for the code that was terminated, as far as they are known. Gives the call, as precisely as known. */
  terminated(found: TerminatedCall): TerminatedCall
}

interface Waiter<T = never> {
  readonly call: GuardedCall | undefined
  readonly resolve: (value: T | PromiseLike<T>) => void
  readonly reject: (error: AppError) => void
}

interface Job extends Partial<Pick<Waiter, 'reject'>> {
  readonly run: () => void
}

/** `resetRenderer` is called when code was terminated: React's renderer has module state that its `finally` blocks did not reset. */
export function createGuard(resetRenderer: () => void = () => undefined): Guard {
  const tracked = trackCalls()
  const { memory, enter, running } = tracked
  const waiting = new Set<Waiter>()
  /** Number of terminations that were noticed here before the watchdog thread's report of them arrived. */
  let terminatedJobs = 0

  /** Reject the job that was terminated, if there is one: it has never finished. */
  const rejectJob = (job: Job | null): boolean => {
    if (!job) return false
    const call = running()
    memory[CALL] = 0
    resetRenderer()
    job.reject?.(terminationError(call))
    return true
  }
  const jobs = createJobs((unfinished) => {
    if (rejectJob(unfinished)) terminatedJobs += 1
  })
  const run = <T>(work: () => T | PromiseLike<T>, call: GuardedCall | undefined, waiter: Waiter<T>) => {
    try {
      const made = call ? enter(call, work) : work()
      // Not resolved with the promise itself: then only that promise could settle the waiting one.
      if (call && made instanceof Promise) follow(made as Promise<T>, waiter, waiting)
      else waiter.resolve(made)
    } catch (error) {
      waiter.reject(error as AppError)
    }
  }
  return {
    ...tracked,
    runInMacrotask: <T>(work: () => T | PromiseLike<T>, call?: GuardedCall) =>
      new Promise<T>((resolve, reject) => {
        jobs.push({ run: () => run(work, call, { call, resolve, reject }), reject })
      }),
    resumeInMacrotask: <T>(promise: Promise<T>) =>
      new Promise<T>((resolve, reject) => {
        promise.then(
          (value) => jobs.push({ run: () => resolve(value) }),
          (error: Error) => jobs.push({ run: () => reject(error) }),
        )
      }),
    terminated(found) {
      if (terminatedJobs > 0) terminatedJobs -= 1
      else if (!rejectJob(jobs.takeUnfinished())) return rejectWaiters(found, waiting)
      return found
    },
  }
}

/** Tracks whose code runs: in shared memory for the watchdog thread, and in an async context for the work that the code starts. */
function trackCalls(): Pick<Guard, 'memory' | 'callOf' | 'onCall' | 'enter' | 'running' | 'responsible'> {
  const memory = new Int32Array(new SharedArrayBuffer(8))
  const byCode: GuardedCall[] = []
  let notify: (call: GuardedCall) => void = () => undefined
  const context = new AsyncLocalStorage<RemoteCall>()
  const running = (): GuardedCall | null => byCode[(memory[CALL] ?? 0) - 1] ?? null
  return {
    memory,
    running,
    responsible: () => running() ?? context.getStore() ?? null,
    enter(call, work) {
      const before = memory[CALL] ?? 0
      memory[CALL] = call.code
      try {
        return context.run(call, work)
      } finally {
        memory[CALL] = before
      }
    },
    callOf(app, version, phase) {
      const isSame = (one: GuardedCall) => one.app === app && one.version === version && one.phase === phase
      const known = byCode.find(isSame)
      if (known) return known
      const call: GuardedCall = { app, version, phase, code: byCode.length + 1 }
      byCode.push(call)
      notify(call)
      return call
    },
    onCall(listener) {
      byCode.forEach(listener)
      notify = listener
    },
  }
}

/** The error for callers that wait for code that was terminated. */
const terminationError = (call: RemoteCall | null): AppError =>
  pageError('page/broken-off', {
    details: {
      remote: call?.app ?? 'unknown',
      version: call?.version ?? 'unknown',
      phase: call?.phase ?? 'unknown',
    },
  })

function follow<T>(made: Promise<T>, waiter: Waiter<T>, waiting: Set<Waiter>): void {
  waiting.add(waiter)
  void made.then(waiter.resolve, waiter.reject).then(() => waiting.delete(waiter))
}

/** For code terminated after an `await`, in an unknown call: reject the release's calls without a deadline, and a load if it is alone. */
function rejectWaiters(found: TerminatedCall, waiting: Set<Waiter>): TerminatedCall {
  const own = [...waiting].filter(({ call }) => call?.app === found.app && call.version === found.version)
  const loads = own.filter(({ call }) => call?.phase === 'load')
  const ended = own.filter(({ call }) => call?.phase !== 'load' || loads.length === 1)
  for (const waiter of ended) {
    waiting.delete(waiter)
    waiter.reject(terminationError(waiter.call ?? null))
  }
  return { ...found, phase: own[0]?.call?.phase ?? found.phase }
}

/**
 * A queue that runs one job per macrotask. A message port continues with the next message after a job was terminated;
 * `setImmediate` would lose all other jobs.
 */
function createJobs(onUnfinished: (job: Job) => void) {
  const queue: Job[] = []
  let unfinished: Job | null = null
  const takeUnfinished = (): Job | null => {
    const job = unfinished
    unfinished = null
    return job
  }
  const { port1, port2 } = new MessageChannel()
  port1.on('message', () => {
    const before = takeUnfinished()
    if (before) onUnfinished(before)
    const job = queue.shift()
    if (!job) return
    if (queue.length === 0) port1.unref()
    unfinished = job
    job.run()
    unfinished = null
  })
  port1.unref()
  return {
    takeUnfinished,
    push(job: Job): void {
      // The port keeps the thread alive until the job has run.
      if (queue.length === 0) port1.ref()
      queue.push(job)
      port2.postMessage(0)
    },
  }
}
