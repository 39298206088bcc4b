import { raceDeadline } from './deadline.ts'
import { contentError } from './errors.ts'
import { createSingleFlight } from './single-flight.ts'

/** A single flight whose calls may run on when no request waits for them any more, so that the next ones find the answers in a cache. */
export interface LateCalls<T> {
  /**
   * Join the running call of that key, or start it. After `waitMs` it is late: this wait and all further ones reject, and no other call is
   * started, until the call has ended. @throws AppError content/timeout, content/aborted
   */
  run(key: string, wait: Wait, start: (end: AbortController) => Promise<T>): Promise<T>
  isLate(key: string): boolean
  /** Let no request join the running calls, because their results may be out of date, and end those that are late. */
  forget(): void
}

interface Wait {
  readonly signal?: AbortSignal
  readonly waitMs?: number
}

/** No call is running yet. */
export function createLateCalls<T>(): LateCalls<T> {
  const singleFlight = createSingleFlight<T>()
  let late = new Map<string, AbortController>()

  const waitFor = (key: string, waitMs: number, end: AbortController, result: Promise<T>): Promise<T> => {
    const calls = late
    let isDone = false
    const onDone = () => {
      isDone = true
      if (calls.get(key) === end) calls.delete(key)
    }
    result.then(onDone, onDone)
    return raceDeadline(waitMs, result, () => {
      // The result may have arrived together with the end of the wait.
      if (!isDone && calls === late) late.set(key, end)
      else end.abort(contentError('content/aborted'))
      throw contentError('content/timeout')
    })
  }

  return {
    run(key, { signal, waitMs }, start) {
      if (late.has(key)) return Promise.reject(contentError('content/timeout'))
      return singleFlight.run(key, signal, (end) => {
        const result = start(end)
        return waitMs === undefined ? result : waitFor(key, waitMs, end, result)
      })
    },
    isLate: (key) => late.has(key),
    forget() {
      singleFlight.forget()
      for (const end of late.values()) end.abort(contentError('content/aborted'))
      late = new Map()
    },
  }
}
