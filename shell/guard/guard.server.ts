import { AsyncLocalStorage } from 'node:async_hooks'
import { MessageChannel } from 'node:worker_threads'
import type { AppError } from '@tessera/shared/contract'
import { pageError } from '../errors.ts'

/** What code of a release is run for: its modules, an entry's model, a slot's data or markup; or nothing that is waited for any more. */
export type RemotePhase = 'import' | 'map' | 'load' | 'render' | 'later'

/** A release whose code runs, and what for. */
export interface RemoteCall {
  readonly app: string
  readonly version: string
  readonly phase: RemotePhase
}

/** One that shared memory has a number for. */
export interface GuardedCall extends RemoteCall {
  readonly code: number
}

/** What the watch thread says of code that it has broken off. */
export interface BreakOff extends RemoteCall {
  readonly reason: string
}

/** Where in shared memory is what: a counter that the main thread keeps moving, and the number of the call that runs (0: none). */
export const BEAT = 0
export const CALL = 1

/** Runs the code of releases so that it can be broken off, and so that what it does wrong has a name. */
export interface Guard {
  /** Shared with the watch thread. */
  readonly memory: Int32Array<SharedArrayBuffer>
  /** The number of a call; to be asked for once per release, not once per request. */
  callOf(app: string, version: string, phase: RemotePhase): GuardedCall
  /** Tell one listener of every call that there is, and of those to come. */
  onCall(listener: (call: GuardedCall) => void): void
  /** Run remote code, synchronously. Code that is broken off takes along what has called it: only code that runs `alone` may end so. */
  enter<T>(call: GuardedCall, work: () => T): T
  /**
   * Run work in a macrotask of its own, so that nothing else is lost when it is broken off.
   * @throws AppError page/broken-off
   */
  alone<T>(work: () => T | PromiseLike<T>, call?: GuardedCall): Promise<T>
  /** The same promise, whose followers run in a macrotask of their own. */
  apart<T>(promise: Promise<T>): Promise<T>
  /** Whose code runs, as far as `enter` says so. */
  running(): RemoteCall | null
  /** Whose code runs, or has begun what runs; null for the shell's own. */
  responsible(): RemoteCall | null
  /** Whoever waits for what was broken off gets an error at once, as far as it is known who waits for it. The call, as precisely as known. */
  brokenOff(found: BreakOff): BreakOff
}

interface Waiter<T = never> {
  readonly call: GuardedCall | undefined
  readonly resolve: (value: T | PromiseLike<T>) => void
  readonly reject: (error: AppError) => void
}

interface Job extends Partial<Pick<Waiter, 'reject'>> {
  readonly run: () => void
}

/** `resetRenderer` is called when code was broken off: React's renderer keeps notes in its module that no `finally` has cleared. */
export function createGuard(resetRenderer: () => void = () => undefined): Guard {
  const tracked = trackCalls()
  const { memory, enter, running } = tracked
  const waiting = new Set<Waiter>()
  /** Break-offs that were found before the watch thread's word of them came. */
  let settled = 0

  /** End the wait for the job that was broken off, if one was: it never came to its end. */
  const settleJob = (job: Job | null): boolean => {
    if (!job) return false
    const call = running()
    memory[CALL] = 0
    resetRenderer()
    job.reject?.(brokenOffError(call))
    return true
  }
  const jobs = createJobs((unfinished) => {
    if (settleJob(unfinished)) settled += 1
  })
  const run = <T>(work: () => T | PromiseLike<T>, call: GuardedCall | undefined, waiter: Waiter<T>) => {
    try {
      const made = call ? enter(call, work) : work()
      // Not resolved with the promise itself: then nothing but that promise could end the wait.
      if (call && made instanceof Promise) follow(made as Promise<T>, waiter, waiting)
      else waiter.resolve(made)
    } catch (error) {
      waiter.reject(error as AppError)
    }
  }
  return {
    ...tracked,
    alone: <T>(work: () => T | PromiseLike<T>, call?: GuardedCall) =>
      new Promise<T>((resolve, reject) => {
        jobs.push({ run: () => run(work, call, { call, resolve, reject }), reject })
      }),
    apart: <T>(promise: Promise<T>) =>
      new Promise<T>((resolve, reject) => {
        promise.then(
          (value) => jobs.push({ run: () => resolve(value) }),
          (error: Error) => jobs.push({ run: () => reject(error) }),
        )
      }),
    brokenOff(found) {
      if (settled > 0) settled -= 1
      else if (!settleJob(jobs.takeUnfinished())) return settleWaiters(found, waiting)
      return found
    },
  }
}

/** What says whose code runs: a word in shared memory for the watch thread, and the context that it hands on to what it begins. */
function trackCalls(): Pick<Guard, 'memory' | 'callOf' | 'onCall' | 'enter' | 'running' | 'responsible'> {
  const memory = new Int32Array(new SharedArrayBuffer(8))
  const byCode: GuardedCall[] = []
  let tell: (call: GuardedCall) => void = () => undefined
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
      tell(call)
      return call
    },
    onCall(listener) {
      byCode.forEach(listener)
      tell = listener
    },
  }
}

/** The error of whoever waits for code that was broken off. */
const brokenOffError = (call: RemoteCall | null): AppError =>
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

/** Code that was broken off after it had waited: nobody knows in which call. What has no deadline ends, and a load if it is the only one. */
function settleWaiters(found: BreakOff, waiting: Set<Waiter>): BreakOff {
  const own = [...waiting].filter(({ call }) => call?.app === found.app && call.version === found.version)
  const loads = own.filter(({ call }) => call?.phase === 'load')
  const ended = own.filter(({ call }) => call?.phase !== 'load' || loads.length === 1)
  for (const waiter of ended) {
    waiting.delete(waiter)
    waiter.reject(brokenOffError(waiter.call ?? null))
  }
  return { ...found, phase: own[0]?.call?.phase ?? found.phase }
}

/**
 * Work that is done one piece per macrotask. A message port carries on with the next message when the code of one was
 * broken off; `setImmediate` would forget all others.
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
      // A thread that waits for nothing else must not end meanwhile.
      if (queue.length === 0) port1.ref()
      queue.push(job)
      port2.postMessage(0)
    },
  }
}
