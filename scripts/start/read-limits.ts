import * as v from 'valibot'
import { UsageError } from './usage-error.ts'

const Limits = v.record(v.string(), v.number())

/**
 * Limits for calls to the platform, from the environment: TESSERA_LIMITS, as JSON, for example {"callDeadlineMs":2000}. Names and
 * defaults: shared/config/limits.ts; the shell reports unknown limits.
 * @throws UsageError when it is no object of numbers
 */
export function readLimits(
  environment: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, number>> {
  try {
    return v.parse(Limits, JSON.parse(environment['TESSERA_LIMITS']?.trim() || '{}'))
  } catch {
    throw new UsageError('TESSERA_LIMITS must be an object of numbers, such as {"callDeadlineMs":2000}.')
  }
}
