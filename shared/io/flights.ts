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
  /** Let nobody else join. */
  readonly leave: () => void
}

/**
 * Where a flight is found, emptied once it has landed. V8 copies the table of a Map that many keys pass through again and again,
 * and links each table to the next: one that has grown old keeps all that follow from young collections. Without the emptying
 * bodies of pages stayed from one young collection to the next, and made a full one necessary every few seconds.
 */
interface Place<T> {
  flight: Flight<T> | null
}

/** No calls yet. */
export function createFlights<T>(): Flights<T> {
  const places = new Map<string, Place<T>>()

  const clear = (key: string, place: Place<T>) => {
    place.flight = null
    if (places.get(key) === place) places.delete(key)
  }

  const takeOff = (key: string, start: (end: AbortController) => Promise<T>): Flight<T> => {
    const end = new AbortController()
    const place: Place<T> = { flight: null }
    const onLanded = () => clear(key, place)
    const landed = start(end)
    const flight: Flight<T> = { end, landed, waiting: 0, leave: onLanded }
    place.flight = flight
    places.set(key, place)
    landed.then(onLanded, onLanded)
    return flight
  }

  return {
    join(key, signal, start) {
      if (signal?.aborted) return Promise.reject(aborted(signal))
      const flight = places.get(key)?.flight ?? takeOff(key, start)
      flight.waiting += 1
      if (!signal) return flight.landed
      return new Promise<T>((resolve, reject) => {
        const onAbort = () => {
          reject(aborted(signal))
          flight.waiting -= 1
          if (flight.waiting > 0) return
          flight.leave()
          flight.end.abort(aborted(signal))
        }
        const stopListening = () => signal.removeEventListener('abort', onAbort)
        signal.addEventListener('abort', onAbort, { once: true })
        void flight.landed.then(resolve, reject).then(stopListening)
      })
    },
    forget: () => places.clear(),
    get size() {
      return places.size
    },
  }
}

const aborted = (signal: AbortSignal) => contentError('content/aborted', { cause: signal.reason })
