import type { Bus, BusEventName } from '../contract/index.ts'

/** Told when a listener throws. */
export type ListenerErrorHandler = (name: BusEventName, thrown: unknown) => void

/** A bus as its maker has it. */
export interface HostBus extends Bus {
  /** What an event has told does not hold any more: who begins to listen is not told of it. */
  readonly retract: (name: BusEventName) => void
}

type Listener = (payload: never) => void

/** These tell of something that lasts, so whoever begins to listen later is told of the newest one too. */
const LASTING: readonly BusEventName[] = ['route.changed']

/** A bus of its own: one per page, given to every slot. A listener that throws harms nobody else. */
export function createBus({
  onListenerError,
}: { readonly onListenerError?: ListenerErrorHandler } = {}): HostBus {
  const listeners = new Map<BusEventName, Set<Listener>>()
  const newest = new Map<BusEventName, unknown>()
  const tell = (name: BusEventName, listener: Listener, payload: unknown) => {
    try {
      listener(payload as never)
    } catch (thrown) {
      onListenerError?.(name, thrown)
    }
  }
  return {
    emit(name, payload) {
      if (LASTING.includes(name)) newest.set(name, payload)
      // A copy, so that listening or leaving while the event passes changes the next event and not this one.
      for (const listener of [...(listeners.get(name) ?? [])]) tell(name, listener, payload)
    },
    on(name, listener) {
      // Wrapped, so that one function listening twice is two listeners that leave one by one.
      const own: Listener = (payload) => listener(payload)
      const known = listeners.get(name) ?? new Set<Listener>()
      listeners.set(name, known.add(own))
      const missed = newest.get(name)
      // Once the caller has what stops it, unless that or a newer event has come first.
      if (missed !== undefined)
        queueMicrotask(() => {
          if (newest.get(name) === missed && known.has(own)) tell(name, own, missed)
        })
      return () => {
        known.delete(own)
        if (known.size === 0 && listeners.get(name) === known) listeners.delete(name)
      }
    },
    retract: (name) => void newest.delete(name),
  }
}
