import {
  describeEnd,
  startServer,
  type ProcessEnd,
  type ServerCommand,
  type ServerProcess,
} from '../start/server-process.ts'

/** Requests of a developer are short: a process that has not ended by then hangs. */
const RESTART_GRACE_MS = 2_000

/** A server process that comes again when its code has changed. */
export interface RestartingServer {
  /** Address of the process, once it answers. Waits while it restarts. Rejects when it could not start. */
  readonly address: () => Promise<string>
  /** End it, do what has to be done in between, start it anew. A call while it waits to start changes nothing. */
  readonly restart: (between?: () => Promise<unknown>) => Promise<string>
  readonly stop: () => Promise<void>
}

/** Start a server process that can be restarted. `onEnd` is told when it ends by itself, once it has been ready. */
export function startRestarting(command: ServerCommand, onEnd: (line: string) => void): RestartingServer {
  let stopping = false
  let hasStarted = false
  let waiting: Promise<ServerProcess> | null = null
  const isMeant = new WeakSet<ServerProcess>()

  const start = (): ServerProcess => {
    const server = startServer(command)
    server.ready.then(
      () => (hasStarted = true),
      () => undefined, // whoever waits for the address gets the error
    )
    const tell = (end: ProcessEnd) => {
      if (hasStarted && !stopping && !isMeant.has(server))
        onEnd(`The ${command.name} ended (${describeEnd(end)}). It starts again with the next change.`)
    }
    void server.ended.then(tell)
    return server
  }
  let current = Promise.resolve(start())

  const replace = async (old: ServerProcess, between?: () => Promise<unknown>): Promise<ServerProcess> => {
    isMeant.add(old)
    await old.stop(RESTART_GRACE_MS)
    // What fails there has said so itself; the next change tries it again, and must find a process to end.
    await between?.().catch(() => undefined)
    waiting = null
    return start()
  }
  const address = async () => (await current).ready
  return {
    address,
    async restart(between) {
      if (!stopping) current = waiting ??= current.then((old) => replace(old, between))
      return address()
    },
    async stop() {
      stopping = true
      await (await current).stop(RESTART_GRACE_MS)
    },
  }
}
