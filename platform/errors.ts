/** Every code the platform can answer with, and its HTTP status. Source: reference for errors is docs/errors.md. */
export const PLATFORM_ERRORS = {
  'platform/bad-request': 400,
  'platform/bad-query': 400,
  'platform/no-token': 401,
  'platform/sign-in-required': 401,
  'platform/forbidden': 403,
  'platform/not-in-delivery': 403,
  'platform/not-found': 404,
  'platform/conflict': 409,
  'platform/too-large': 413,
  'platform/unprocessable': 422,
  'platform/limited': 429,
  'platform/seed': 500,
  'platform/too-slow': 500,
  'platform/busy': 503,
} as const

export type PlatformErrorCode = keyof typeof PLATFORM_ERRORS

/** An error whose message is shown to the client. `data` goes into the answer's envelope as it is. */
export class PlatformError extends Error {
  readonly code: PlatformErrorCode
  readonly data: unknown
  /** For the header `Retry-After`. */
  readonly retryAfterSeconds: number | null

  constructor(
    code: PlatformErrorCode,
    message: string,
    data: unknown = null,
    retryAfterSeconds: number | null = null,
  ) {
    super(message)
    this.name = 'PlatformError'
    this.code = code
    this.data = data
    this.retryAfterSeconds = retryAfterSeconds
  }

  /** The HTTP status of this outcome. */
  get status(): number {
    return PLATFORM_ERRORS[this.code]
  }
}
