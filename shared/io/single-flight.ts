import { contentError } from './errors.ts'

/** Merges identical calls that are requested at the same time into one. */
export interface SingleFlight<T> {
  /**
   * Join the running call of that key, or start it. `signal` ends this wait; the call itself is aborted when no request waits for it
   * any more. @throws AppError content/aborted
   */
  run(key: string, signal: AbortSignal | undefined, start: (end: AbortController) => Promise<T>): Promise<T>
  /** Let no request join the running calls, because their results may be out of date. */
  forget(): void
}

interface Call<T> {
  readonly end: AbortController
  readonly result: Promise<T>
  waiting: number
  /** Let no further request join. */
  readonly close: () => void
}

/**
 * Holds a running call, and is emptied when the call is done. V8 copies the table of a Map whose keys change often again and again,
 * and links each table to the next: a table in the old generation keeps all later ones alive through minor garbage collections.
 * Without emptying, bodies of pages survived minor collections and made a major one necessary every few seconds.
 */
interface Slot<T> {
  call: Call<T> | null
}

/** A single flight without running calls. */
export function createSingleFlight<T>(): SingleFlight<T> {
  const slots = new Map<string, Slot<T>>()

  const begin = (key: string, start: (end: AbortController) => Promise<T>): Call<T> => {
    const slot: Slot<T> = { call: null }
    const close = () => {
      slot.call = null
      if (slots.get(key) === slot) slots.delete(key)
    }
    const end = new AbortController()
    const result = start(end)
    const call: Call<T> = { end, result, waiting: 0, close }
    slot.call = call
    slots.set(key, slot)
    result.then(close, close)
    return call
  }

  return {
    run(key, signal, start) {
      if (signal?.aborted) return Promise.reject(aborted(signal))
      const call = slots.get(key)?.call ?? begin(key, start)
      call.waiting += 1
      return signal ? waitFor(call, signal) : call.result
    },
    forget: () => slots.clear(),
  }
}

/** The result of a call, for a request that may be aborted while it waits. */
const waitFor = <T>(call: Call<T>, signal: AbortSignal): Promise<T> =>
  new Promise<T>((resolve, reject) => {
    const onAbort = () => {
      reject(aborted(signal))
      call.waiting -= 1
      if (call.waiting > 0) return
      call.close()
      call.end.abort(aborted(signal))
    }
    const stopListening = () => signal.removeEventListener('abort', onAbort)
    signal.addEventListener('abort', onAbort, { once: true })
    void call.result.then(resolve, reject).then(stopListening)
  })

/** With the status of a late answer if a deadline has ended the wait, and with none if the visitor has left. */
const aborted = ({ reason }: AbortSignal) =>
  contentError('content/aborted', { cause: reason, ...(isTimeout(reason) && { status: 504 }) })

const isTimeout = (reason: unknown): boolean =>
  reason instanceof DOMException && reason.name === 'TimeoutError'
