import * as v from 'valibot'
import { PlatformError } from '../errors.ts'

const name = v.pipe(v.string(), v.trim(), v.maxLength(100))

/** What a user consists of, for callers that make or change one. */
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
  const faults = result.issues.map((issue) => ({ field: v.getDotPath(issue) ?? '', message: issue.message }))
  throw new PlatformError(
    'platform/unprocessable',
    `${faults[0]?.field || 'The user'}: ${faults[0]?.message ?? 'is not valid'}`,
    faults,
  )
}
