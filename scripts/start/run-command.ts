import { EndedEarlyError } from './server-process.ts'
import { toMessage } from './usage-error.ts'

/** Ends one part of a command. */
export type End = () => Promise<unknown> | unknown

/**
 * Run a command that starts several parts, until a signal ends it, its parent dies, or `start` rejects. The parts are ended in
 * reverse order: a shell before the platform that it reads from.
 */
export async function runCommand(start: (onEnd: (end: End) => void) => Promise<void>): Promise<void> {
  const parts: End[] = []
  let isStopping = false

  /** End everything, and exit. A second call has no effect. */
  const stop = async (code: number): Promise<void> => {
    if (isStopping) return
    isStopping = true
    for (const end of parts.toReversed()) await end()
    process.exit(code)
  }
  const fail = (error: unknown): Promise<void> => {
    const isSaid = error instanceof EndedEarlyError && error.hasSpoken
    if (!isSaid && !isStopping) process.stderr.write(`${toMessage(error)}\n`)
    return stop(1)
  }

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0))
  // The IPC channel closes when the parent that waits for the site dies.
  process.on('disconnect', () => void stop(0))
  if (process.connected === false) await stop(0)
  await start((end) => parts.push(end)).catch(fail)
}
