import type { Bus, BusEventName } from '../contract/index.ts'

/** Told when a listener throws. */
export type ListenerErrorHandler = (name: BusEventName, thrown: unknown) => void

type Listener = (payload: never) => void

/** A bus of its own: one per page, given to every slot. A listener that throws harms nobody else. */
export function createBus({
  onListenerError,
}: { readonly onListenerError?: ListenerErrorHandler } = {}): Bus {
  const listeners = new Map<BusEventName, Set<Listener>>()
  return {
    emit(name, payload) {
      // A copy, so that listening or leaving while the event passes changes the next event and not this one.
      for (const listener of [...(listeners.get(name) ?? [])]) {
        try {
          listener(payload as never)
        } catch (thrown) {
          onListenerError?.(name, thrown)
        }
      }
    },
    on(name, listener) {
      // Wrapped, so that one function listening twice is two listeners that leave one by one.
      const own: Listener = (payload) => listener(payload)
      const known = listeners.get(name) ?? new Set<Listener>()
      listeners.set(name, known.add(own))
      return () => {
        known.delete(own)
        if (known.size === 0 && listeners.get(name) === known) listeners.delete(name)
      }
    },
  }
}
