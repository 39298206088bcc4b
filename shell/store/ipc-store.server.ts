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

/** Answer the other process from a store of this one. */
export async function answerFromStore(
  store: SharedStore,
  name: string,
  args: readonly unknown[],
): Promise<unknown> {
  const method = METHODS.find((known) => known === name)
  if (!method) throw new Error(`a store has no ${name}`)
  return (store[method] as (...args: readonly unknown[]) => Promise<unknown>)(...args)
}
