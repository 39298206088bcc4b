import { PlatformError, type PlatformErrorCode } from '../errors.ts'

/** What a worker answers: a value, or an outcome that crosses the thread without losing its code. */
export type Outcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly code: PlatformErrorCode; readonly message: string; readonly data: unknown }

/** Run work in a worker and turn a `PlatformError` into an outcome. Other errors are faults and cross as they are. */
export function toOutcome<T>(work: () => T): Outcome<T> {
  try {
    return { ok: true, value: work() }
  } catch (error) {
    if (error instanceof PlatformError)
      return { ok: false, code: error.code, message: error.message, data: error.data }
    throw error
  }
}

/** The value of an outcome; throws the `PlatformError` it carries. */
export function fromOutcome<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value
  throw new PlatformError(outcome.code, outcome.message, outcome.data)
}
