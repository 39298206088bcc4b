import { EndedEarlyError } from './server-process.ts'
import { toMessage } from './usage-error.ts'

/** Ends one part of what a command has started. */
export type End = () => Promise<unknown> | unknown

/**
 * Run a command that starts several things, until a signal ends it, whoever started it is gone, or `start` rejects. Its parts are
 * ended the last one first: a shell before the platform that it reads from.
 */
export async function runCommand(start: (onEnd: (end: End) => void) => Promise<void>): Promise<void> {
  const parts: End[] = []
  let isStopping = false

  /** End everything, and leave. A second call changes nothing. */
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
  // Whoever started us and wanted to know when the site is ready is gone.
  process.on('disconnect', () => void stop(0))
  if (process.connected === false) await stop(0)
  await start((end) => parts.push(end)).catch(fail)
}
