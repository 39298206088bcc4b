import {
  describeEnd,
  startServer,
  type ProcessEnd,
  type ServerCommand,
  type ServerProcess,
} from '../start/server-process.ts'

/** A developer's requests are short: a process that has not ended within this time hangs. */
const RESTART_GRACE_MS = 2_000

/** A server process that is restarted when its code has changed. */
export interface RestartingServer {
  /** Address of the process, once it answers. Waits during a restart, and another. Rejects when it could not start. */
  readonly address: () => Promise<string>
  /** Stop it, run `between`, start it again. Of another call before the start only its `between` runs, unless the same is still to run. */
  readonly restart: (between?: () => Promise<unknown>) => Promise<string>
  readonly stop: () => Promise<void>
}

/** Start a server process that can be restarted. `onEnd` is called when it ends by itself after it was ready. */
export function startRestarting(command: ServerCommand, onEnd: (line: string) => void): RestartingServer {
  let stopping = false
  let hasStarted = false
  let waiting: Promise<ServerProcess> | null = null
  const isMeant = new WeakSet<ServerProcess>()

  const start = (): ServerProcess => {
    const server = startServer(command)
    server.ready.then(
      () => (hasStarted = true),
      () => undefined, // callers of `address` get the error
    )
    const tell = (end: ProcessEnd) => {
      if (hasStarted && !stopping && !isMeant.has(server))
        onEnd(`The ${command.name} ended (${describeEnd(end)}). It starts again with the next change.`)
    }
    void server.ended.then(tell)
    return server
  }
  let current = Promise.resolve(start())

  const due = new Set<() => Promise<unknown>>()
  const replace = async (old: ServerProcess): Promise<ServerProcess> => {
    isMeant.add(old)
    await old.stop(RESTART_GRACE_MS)
    // `between` reports its own errors; the next change calls it again, and needs a process to stop.
    for (const between of due) {
      due.delete(between)
      await between().catch(() => undefined)
    }
    waiting = null
    return start()
  }
  const address = async (): Promise<string> => {
    const asked = current
    const { ready } = await asked
    return ready.catch((error: unknown) => {
      if (current === asked) throw error
      return address() // another restart has ended it before it was ready
    })
  }
  return {
    address,
    async restart(between) {
      if (between && !stopping) due.add(between)
      if (!stopping) current = waiting ??= current.then(replace)
      return address()
    },
    async stop() {
      stopping = true
      await (await current).stop(RESTART_GRACE_MS)
    },
  }
}
