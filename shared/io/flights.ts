import { contentError } from './errors.ts'

/** Makes one call of many identical ones that are wanted at the same time. */
export interface Flights<T> {
  /** Join the call of that key, or start it. `signal` ends this wait; the call itself ends when nobody waits. */
  join(key: string, signal: AbortSignal | undefined, start: (end: AbortController) => Promise<T>): Promise<T>
  /** Let nobody join the calls that are under way: what they bring may be out of date. */
  forget(): void
  readonly size: number
}

interface Flight<T> {
  readonly end: AbortController
  readonly landed: Promise<T>
  waiting: number
}

/** No calls yet. */
export function createFlights<T>(): Flights<T> {
  const flights = new Map<string, Flight<T>>()

  const drop = (key: string, flight: Flight<T>) => {
    if (flights.get(key) === flight) flights.delete(key)
  }

  const takeOff = (key: string, start: (end: AbortController) => Promise<T>): Flight<T> => {
    const end = new AbortController()
    const flight: Flight<T> = { end, landed: start(end), waiting: 0 }
    flights.set(key, flight)
    const onLanded = () => drop(key, flight)
    flight.landed.then(onLanded, onLanded)
    return flight
  }

  return {
    join(key, signal, start) {
      if (signal?.aborted) return Promise.reject(aborted(signal))
      const flight = flights.get(key) ?? takeOff(key, start)
      flight.waiting += 1
      if (!signal) return flight.landed
      return new Promise<T>((resolve, reject) => {
        const onAbort = () => {
          reject(aborted(signal))
          flight.waiting -= 1
          if (flight.waiting > 0) return
          drop(key, flight)
          flight.end.abort(aborted(signal))
        }
        const stopListening = () => signal.removeEventListener('abort', onAbort)
        signal.addEventListener('abort', onAbort, { once: true })
        void flight.landed.then(resolve, reject).then(stopListening)
      })
    },
    forget: () => flights.clear(),
    get size() {
      return flights.size
    },
  }
}

const aborted = (signal: AbortSignal) => contentError('content/aborted', { cause: signal.reason })
