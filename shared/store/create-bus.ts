import type { Bus, BusEventName } from '../contract/index.ts'

/** Called when a listener throws. */
export type ListenerErrorHandler = (name: BusEventName, thrown: unknown) => void

/** The bus for its owner, the host. */
export interface HostBus extends Bus {
  /** Forget the last event of a lasting name, so that new listeners do not get it. */
  readonly retract: (name: BusEventName) => void
}

type Listener = (payload: never) => void

/** Events that describe a lasting state: a listener that is added later gets the newest one too. */
const REPLAYED: readonly BusEventName[] = ['route.changed']

/** A new bus: one per page on the server, one per document in the browser. An error in a listener does not affect the others. */
export function createBus({
  onListenerError,
}: { readonly onListenerError?: ListenerErrorHandler } = {}): HostBus {
  const listeners = new Map<BusEventName, Set<Listener>>()
  const newest = new Map<BusEventName, unknown>()
  const notify = (name: BusEventName, listener: Listener, payload: unknown) => {
    try {
      listener(payload as never)
    } catch (thrown) {
      onListenerError?.(name, thrown)
    }
  }
  return {
    emit(name, payload) {
      if (REPLAYED.includes(name)) newest.set(name, payload)
      // A copy, so that listeners added or removed during this event only affect the next one.
      for (const listener of [...(listeners.get(name) ?? [])]) notify(name, listener, payload)
    },
    on(name, listener) {
      // Wrapped, so that a function that is added twice is two listeners, which are removed separately.
      const own: Listener = (payload) => listener(payload)
      const known = listeners.get(name) ?? new Set<Listener>()
      listeners.set(name, known.add(own))
      const missed = newest.get(name)
      // After the caller has the function that unsubscribes, and only if it is still subscribed and no newer event was emitted.
      if (missed !== undefined)
        queueMicrotask(() => {
          if (newest.get(name) === missed && known.has(own)) notify(name, own, missed)
        })
      return () => {
        known.delete(own)
        if (known.size === 0 && listeners.get(name) === known) listeners.delete(name)
      }
    },
    retract: (name) => void newest.delete(name),
  }
}
