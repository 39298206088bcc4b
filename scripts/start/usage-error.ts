/** Something the person at the terminal can put right: shown as its one line, without a stack. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** The one line for a terminal: the message of our own errors, else what went wrong where. */
export function toLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return text.replaceAll(/\s*\n\s*/g, ' ')
}
