import * as v from 'valibot'
import type { Environment } from '../domain/content.ts'
import { PlatformError } from '../errors.ts'

const MIN_PASSWORD_LENGTH = 10
const MAX_PASSWORD_LENGTH = 200

const name = v.pipe(v.string(), v.trim(), v.maxLength(100))

/** The schema of a user's fields, for creating and changing users. */
export const USER_FIELDS = {
  username: v.pipe(
    v.string(),
    v.trim(),
    v.regex(/^[^\s/@,][^\s/,]{1,99}$/, 'needs 2 to 100 characters without spaces, commas or slashes'),
  ),
  email: v.pipe(v.string(), v.trim(), v.maxLength(254), v.email('is not an e-mail address')),
  firstName: name,
  lastName: name,
  timezone: v.pipe(v.string(), v.maxLength(100)),
  language: v.pipe(v.string(), v.maxLength(20)),
  custom: v.record(v.string(), v.union([v.string(), v.number(), v.boolean(), v.null()])),
}

/** Check the fields of a user. Throws `platform/unprocessable` with a list of field and message. */
export function checkUser<S extends v.GenericSchema>(schema: S, body: unknown): v.InferOutput<S> {
  const result = v.safeParse(schema, body)
  if (result.success) return result.output
  const errors = result.issues.map((issue) => ({ field: v.getDotPath(issue) ?? '', message: issue.message }))
  throw new PlatformError(
    'platform/unprocessable',
    `${errors[0]?.field || 'The user'}: ${errors[0]?.message ?? 'is not valid'}`,
    errors,
  )
}

/**
 * Refuse a new password that is too short or absurdly long. The least length can be set in the seed's environment.
 * Throws `platform/unprocessable`.
 */
export function checkPassword(
  password: unknown,
  environment: Environment,
  field: string,
): asserts password is string {
  const least = environment.passwordMinLength ?? MIN_PASSWORD_LENGTH
  if (typeof password === 'string' && password.length >= least && password.length <= MAX_PASSWORD_LENGTH)
    return
  const message = `The new password must have between ${least} and ${MAX_PASSWORD_LENGTH} characters`
  throw new PlatformError('platform/unprocessable', message, [{ field, message }])
}
