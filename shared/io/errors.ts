import { errorsOf } from '../contract/index.ts'

/** Errors of calls to the content platform. */
export const CONTENT_ERRORS = {
  'content/invalid-call': { message: 'The call to the content platform is invalid.' },
  'content/unauthorised': { message: 'The content platform requires authentication.', status: 401 },
  'content/forbidden': { message: 'The content platform refuses access to this.', status: 403 },
  'content/failed': { message: 'The content platform answered with an error.' },
  'content/bad-answer': {
    message: 'The answer of the content platform has an unexpected form.',
    status: 502,
  },
  'content/unreachable': { message: 'The content platform cannot be reached.', status: 503 },
  'content/unavailable': {
    message: 'The content platform keeps failing, so calls to it are paused for a while.',
    status: 503,
  },
  'content/overloaded': { message: 'Too many calls to the content platform are waiting.', status: 503 },
  'content/timeout': { message: 'The content platform did not answer in time.', status: 504 },
  'content/aborted': {
    message: 'The call to the content platform was aborted, because its answer is no longer needed.',
  },
} as const

export const contentError = errorsOf(CONTENT_ERRORS)

/** An answer whose form is not the expected one, with the reason. */
export const badAnswer = (reason: string, cause?: unknown) =>
  contentError('content/bad-answer', { details: { reason }, cause })
