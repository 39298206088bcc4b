import { PlatformError, type PlatformErrorCode } from '../errors.ts'

/** The answer of a worker: a value, or a `PlatformError` in a form that keeps its code between threads. */
export type Outcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly code: PlatformErrorCode; readonly message: string; readonly data: unknown }

/** Run work in a worker and turn a `PlatformError` into an outcome. Other errors are faults and are thrown. */
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
