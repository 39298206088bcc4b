import type { Environment } from '../domain/content.ts'
import { PlatformError } from '../errors.ts'

const MIN_LENGTH = 10
const MAX_LENGTH = 200

/** Refuse a new password that is too short or absurdly long. The least length can be set in the seed's environment. Throws `platform/unprocessable`. */
export function checkPassword(
  password: unknown,
  environment: Environment,
  field: string,
): asserts password is string {
  const least = environment.passwordMinLength ?? MIN_LENGTH
  if (typeof password === 'string' && password.length >= least && password.length <= MAX_LENGTH) return
  const message = `The new password must have between ${least} and ${MAX_LENGTH} characters`
  throw new PlatformError('platform/unprocessable', message, [{ field, message }])
}
