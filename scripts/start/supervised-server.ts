import { setTimeout as wait } from 'node:timers/promises'
import { describeEnd, startServer, type ServerCommand } from './server-process.ts'

/** A server that is restarted whenever its process ends by itself. */
export interface SupervisedServer {
  /** Address of the server, once its first process answers. Rejects when that process ends before. */
  readonly ready: Promise<string>
  /** Resolves with one line when the server could not be restarted. */
  readonly lost: Promise<string>
  readonly stop: () => Promise<void>
}

/** A process that has run this long, in milliseconds, did not end because of its start. */
const STABLE_MS = 10_000
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [100, 10_000]
/** How many processes in a row may run for a shorter time: with the pauses this takes half a minute. */
const MAX_EARLY_ENDS = 10

/**
 * Start a server and keep it running: whenever its process ends after it was ready once, it is restarted with the same command,
 * after a pause that grows. `say` gets a line for each end.
 */
export function superviseServer(
  command: ServerCommand,
  say: (line: string) => void,
  firstPauseMs = FIRST_PAUSE_MS,
): SupervisedServer {
  const stopping = new AbortController()
  const first = startServer(command)
  let current = first

  const keep = async (): Promise<string> => {
    for (let early = 0; ;) {
      const started = performance.now()
      // A process that is not ready in time does not end by itself.
      await current.ready.catch(() => current.stop())
      const end = describeEnd(await current.ended)
      if (stopping.signal.aborted) return never
      early = performance.now() - started < STABLE_MS ? early + 1 : 0
      if (early === MAX_EARLY_ENDS) return `The ${command.name} cannot be kept running (${end}).`
      say(`The ${command.name} ended unexpectedly (${end}). It is started again.`)
      await wait(Math.min(firstPauseMs * 2 ** early, LONGEST_PAUSE_MS), undefined, stopping).catch(
        () => undefined,
      )
      if (stopping.signal.aborted) return never
      current = startServer(command)
    }
  }
  const never = new Promise<never>(() => undefined)
  const lost = first.ready.then(keep, () => never) // callers of `ready` get the first process's error
  return {
    ready: first.ready,
    lost,
    stop: () => {
      stopping.abort()
      return current.stop()
    },
  }
}
