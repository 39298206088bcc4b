import * as v from 'valibot'
import type { SharedStore } from './shared-store.server.ts'

const CallSchema = v.object({ call: v.number(), name: v.string(), args: v.array(v.unknown()) })
const AnswerSchema = v.object({
  answer: v.number(),
  value: v.optional(v.unknown()),
  error: v.optional(v.string()),
})

/** The process at the other end has ended, or will not answer any more. */
export class ProcessGoneError extends Error {
  override readonly name = 'ProcessGoneError'
}

/** Calls between two processes over their IPC channel; either side may call. Arguments and results are JSON. */
export interface IpcCalls {
  /** Call the other side by name. Rejects when the call fails there. @throws ProcessGoneError */
  readonly ask: (name: string, ...args: readonly unknown[]) => Promise<unknown>
  /** Handle a message from the channel; true when it was part of a call. */
  readonly receive: (message: unknown) => boolean
  /** To be called when the channel has closed: rejects all calls that wait for an answer. */
  readonly close: () => void
}

interface Channel {
  readonly send: (message: object) => void
  /** Answer a call from the other side. */
  readonly answer: (name: string, args: readonly unknown[]) => Promise<unknown>
}

/** Calls over an open channel. */
export function createIpcCalls({ send, answer }: Channel): IpcCalls {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  let last = 0
  let isClosed = false

  const reply = async ({ call, name, args }: v.InferOutput<typeof CallSchema>): Promise<void> => {
    try {
      send({ answer: call, value: await answer(name, args) })
    } catch (error) {
      send({ answer: call, error: error instanceof Error ? error.message : String(error) })
    }
  }
  const settle = ({ answer: call, value, error }: v.InferOutput<typeof AnswerSchema>): void => {
    const asked = waiting.get(call)
    waiting.delete(call)
    if (error === undefined) asked?.resolve(value)
    else asked?.reject(new Error(error))
  }
  return {
    ask(name, ...args) {
      if (isClosed) return Promise.reject(new ProcessGoneError('the process is gone'))
      const asked = Promise.withResolvers<unknown>()
      waiting.set((last += 1), asked)
      send({ call: last, name, args })
      return asked.promise
    },
    receive(message) {
      if (v.is(CallSchema, message)) void reply(message)
      else if (v.is(AnswerSchema, message)) settle(message)
      else return false
      return true
    },
    close() {
      isClosed = true
      for (const { reject } of waiting.values()) reject(new ProcessGoneError('the process is gone'))
      waiting.clear()
    },
  }
}

/** The calls of a store, by name. */
const METHODS = ['get', 'set', 'claim', 'take', 'count', 'delete'] as const

/** A store whose values are kept by the process at the other end of the channel. */
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

/** Answer a call from the other process with a store of this process. */
export async function answerFromStore(
  store: SharedStore,
  name: string,
  args: readonly unknown[],
): Promise<unknown> {
  const method = METHODS.find((known) => known === name)
  if (!method) throw new Error(`a store has no ${name}`)
  return (store[method] as (...args: readonly unknown[]) => Promise<unknown>)(...args)
}
