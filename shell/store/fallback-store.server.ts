import { raceDeadline } from '@tessera/shared/io'
import type { SharedStore } from './shared-store.server.ts'

/** Longer waits for the store are not worth it: every page of a signed-in visitor asks it. */
const DEADLINE_MS = 250
/** After a failure the store is left alone this long. */
const PAUSE_MS = 1_000

interface Parts {
  /** The one that all processes share. */
  readonly shared: SharedStore
  /** This process's own, which stands in. */
  readonly own: SharedStore
  readonly deadlineMs?: number
  /** Milliseconds, never going back. */
  readonly now: () => number
  /** The shared store has stopped answering; told once, until it answers again. */
  readonly onDown: (error: unknown) => void
  readonly onUp: () => void
}

/**
 * A store that never fails: while the shared one is down or slow, each process goes on by itself. Rate limits and sign-outs
 * then hold per process, and nobody loses a page or a session. What was written meanwhile is still found here afterwards.
 */
export function createSteadyStore({
  shared,
  own,
  deadlineMs = DEADLINE_MS,
  now,
  onDown,
  onUp,
}: Parts): SharedStore {
  let pausedUntil = -Infinity
  let isDown = false

  async function attempt<T>(call: (store: SharedStore) => Promise<T>): Promise<T> {
    if (now() < pausedUntil) return call(own)
    try {
      const answer = await raceDeadline(deadlineMs, call(shared), () => {
        throw new Error(`no answer within ${deadlineMs} ms`)
      })
      if (isDown) onUp()
      isDown = false
      return answer
    } catch (error) {
      pausedUntil = now() + PAUSE_MS
      if (!isDown) onDown(error)
      isDown = true
      return call(own)
    }
  }
  return {
    get: async (key) => (await attempt((store) => store.get(key))) ?? own.get(key),
    set: (key, value, lifetimeMs) => attempt((store) => store.set(key, value, lifetimeMs)),
    claim: (key, value, lifetimeMs) => attempt((store) => store.claim(key, value, lifetimeMs)),
    take: async (key) => (await attempt((store) => store.take(key))) ?? own.take(key),
    count: (key, lifetimeMs) => attempt((store) => store.count(key, lifetimeMs)),
    delete: async (key) => {
      await Promise.all([attempt((store) => store.delete(key)), own.delete(key)])
    },
    close: async () => {
      await Promise.all([shared.close(), own.close()])
    },
  }
}
