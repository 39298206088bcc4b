/** An error that the user can put right: it is shown as its one line, without a stack trace. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** The text of an error for a terminal: a compiler's report keeps its lines. */
export const toMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** The message of an error on one line. */
export function toLine(error: unknown): string {
  return toMessage(error).replaceAll(/\s*\n\s*/g, ' ')
}

/** End a command that has failed: its error for the terminal, and the exit code 1 once everything is written. */
export function fail(error: unknown): void {
  console.error(toMessage(error))
  process.exitCode = 1
}

/** What `read` gives. Where it throws, the process ends with the error's line: for commands without error handling of their own. */
export function orExit<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    process.stderr.write(`${toLine(error)}\n`)
    return process.exit(1)
  }
}
