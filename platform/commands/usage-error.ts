/** A command that was called wrongly. The message says how it is called, and is shown whole, with all its lines. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
