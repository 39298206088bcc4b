import type { SharedStore } from './shared-store.server.ts'
import { createIpcCalls, createIpcStore } from './ipc-store.server.ts'

/** How often a shell process sends its supervisor a heartbeat. */
export const HEARTBEAT_MS = 250

/** A supervisor's report on its processes. */
export interface ProcessFacts {
  /** Number of processes that serve requests. */
  readonly running: number
  /** How many processes have been replaced since the start of the site; below, the last replacements. */
  readonly restarts: number
  readonly lastRestarts: readonly { readonly at: string; readonly reason: string }[]
}

/** A shell process's connection to the supervisor that runs it. */
export interface SupervisorLink {
  /** Number of this process, from 1. */
  readonly worker: number
  /** The store that the supervisor keeps for all processes. Rejects when the supervisor does not answer. */
  readonly store: SharedStore
  /** Tell all other processes that content has changed; resolves when each has handled the change, or has ended. */
  readonly publishChange: (keys: readonly string[]) => Promise<void>
  /** Set what to do when another process reports that content has changed. */
  readonly onContentChanged: (act: (keys: readonly string[]) => Promise<unknown>) => void
  /** Set what answers when the supervisor asks for the metrics of this process. */
  readonly onMetrics: (read: () => Promise<unknown>) => void
  /** The supervisor's last report; null before the first. */
  readonly processes: () => ProcessFacts | null
  /** The sockets that all processes listen on: one for each address. */
  readonly sockets: () => Promise<readonly object[]>
}

/** Connect this process with the supervisor that has started it, and start to send heartbeats. */
export function connectSupervisor(): SupervisorLink {
  const send = (message: object) => void process.send?.(message, undefined, {}, () => undefined) // closed: see 'disconnect'
  let act: (keys: readonly string[]) => Promise<unknown> = async () => undefined
  let readMetrics: () => Promise<unknown> = async () => []
  let processes: ProcessFacts | null = null
  const calls = createIpcCalls({
    send,
    answer: async (name, [keys]) =>
      name === 'metrics' ? readMetrics() : void (await act(keys as readonly string[])),
  })
  const sockets = Promise.withResolvers<readonly object[]>()
  const received: object[] = []
  process.on('message', (message: Message, socket?: unknown) => {
    if (calls.receive(message)) return
    if (message.type === 'processes') processes = message.processes
    if (message.type === 'socket' && received.push(socket as object) === message.of) sockets.resolve(received)
  })
  process.once('disconnect', () => calls.close())
  setInterval(() => send({ type: 'beat' }), HEARTBEAT_MS).unref()
  send({ type: 'beat' })
  return {
    worker: Number(process.env['TESSERA_WORKER']),
    store: createIpcStore(calls.ask),
    publishChange: async (keys) => void (await calls.ask('content-changed', keys)),
    onContentChanged: (listener) => void (act = listener),
    onMetrics: (read) => void (readMetrics = read),
    processes: () => processes,
    sockets() {
      send({ type: 'sockets' })
      return sockets.promise
    },
  }
}

/** Messages of the supervisor, other than calls. */
type Message =
  | { readonly type: 'processes'; readonly processes: ProcessFacts }
  | { readonly type: 'socket'; readonly of: number }
