import type { SharedStore } from './shared-store.server.ts'
import { createIpcCalls, createIpcStore } from './ipc-store.server.ts'

/** How often a shell process says that it is not standing still. */
export const BEAT_MS = 250

/** What a supervisor tells of its processes. */
export interface ProcessFacts {
  /** Processes that serve. */
  readonly running: number
  /** How many have been replaced since the start of the site, and the last of them. */
  readonly restarts: number
  readonly lastRestarts: readonly { readonly at: string; readonly reason: string }[]
}

/** What a shell process has of the supervisor that runs it. */
export interface SupervisorLink {
  /** Which of the processes this is, from 1. */
  readonly worker: number
  /** Kept by the supervisor, for all processes. Rejects when it does not answer. */
  readonly store: SharedStore
  /** Tell all other processes that content has changed; resolves when each has acted upon it, or is gone. */
  readonly tellOthers: (keys: readonly string[]) => Promise<void>
  /** Called when another process has been told that content has changed. */
  readonly onContentChanged: (act: (keys: readonly string[]) => Promise<unknown>) => void
  /** As last told; null before that. */
  readonly processes: () => ProcessFacts | null
  /** The sockets that all processes listen on: one for each address. */
  readonly sockets: () => Promise<readonly object[]>
}

/** Connect this process with the supervisor that has started it, and say from now on that it is not standing still. */
export function connectSupervisor(): SupervisorLink {
  const send = (message: object) => void process.send?.(message, undefined, {}, () => undefined) // gone: 'disconnect' says so
  let act: (keys: readonly string[]) => Promise<unknown> = async () => undefined
  let processes: ProcessFacts | null = null
  const calls = createIpcCalls({
    send,
    answer: async (_name, [keys]) => void (await act(keys as readonly string[])),
  })
  const sockets = Promise.withResolvers<readonly object[]>()
  const received: object[] = []
  process.on('message', (message: Message, socket?: unknown) => {
    if (calls.receive(message)) return
    if (message.type === 'processes') processes = message.processes
    if (message.type === 'socket' && received.push(socket as object) === message.of) sockets.resolve(received)
  })
  process.once('disconnect', () => calls.close())
  setInterval(() => send({ type: 'beat' }), BEAT_MS).unref()
  send({ type: 'beat' })
  return {
    worker: Number(process.env['TESSERA_WORKER']),
    store: createIpcStore(calls.ask),
    tellOthers: async (keys) => void (await calls.ask('content-changed', keys)),
    onContentChanged: (listener) => void (act = listener),
    processes: () => processes,
    sockets() {
      send({ type: 'sockets' })
      return sockets.promise
    },
  }
}

/** What the supervisor says, besides calls. */
type Message =
  | { readonly type: 'processes'; readonly processes: ProcessFacts }
  | { readonly type: 'socket'; readonly of: number }
