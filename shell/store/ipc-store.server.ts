import type { IpcCalls } from './ipc-calls.server.ts'
import type { SharedStore } from './shared-store.server.ts'

/** The calls of a store, by name. */
const METHODS = ['get', 'set', 'claim', 'take', 'count', 'delete'] as const

/** A store whose values are in the process at the other end of the channel. */
export function createIpcStore(ask: IpcCalls['ask']): SharedStore {
  return {
    get: (key) => ask('get', key) as Promise<string | null>,
    set: (key, value, lifetimeMs) => ask('set', key, value, lifetimeMs) as Promise<void>,
    claim: (key, value, lifetimeMs) => ask('claim', key, value, lifetimeMs) as Promise<boolean>,
    take: (key) => ask('take', key) as Promise<string | null>,
    count: (key, lifetimeMs) => ask('count', key, lifetimeMs) as ReturnType<SharedStore['count']>,
    delete: (key) => ask('delete', key) as Promise<void>,
    close: async () => undefined, // the values belong to the other process
  }
}

/** Answer the other process from a store of this one; undefined for what is no call of a store. */
export function answerFromStore(
  store: SharedStore,
  name: string,
  args: readonly unknown[],
): Promise<unknown> | undefined {
  const method = METHODS.find((known) => known === name)
  return method && (store[method] as (...args: readonly unknown[]) => Promise<unknown>)(...args)
}
