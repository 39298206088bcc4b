/** Something the person at the terminal can put right: shown as its one line, without a stack. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** What a terminal shows of an error: a compiler's report keeps its lines. */
export const toMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** The message of an error on one line. */
export function toLine(error: unknown): string {
  return toMessage(error).replaceAll(/\s*\n\s*/g, ' ')
}
