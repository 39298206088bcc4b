import { errorsOf } from '../contract/index.ts'

/** Errors of calls to the content platform. */
export const CONTENT_ERRORS = {
  'content/invalid-call': { message: 'The call to the content platform is not a valid one.' },
  'content/unauthorised': { message: 'The content platform wants to know who asks.', status: 401 },
  'content/forbidden': { message: 'The content platform does not give this to whoever asks.', status: 403 },
  'content/failed': { message: 'The content platform answered with an error.' },
  'content/bad-answer': {
    message: 'The answer of the content platform is not what it should be.',
    status: 502,
  },
  'content/unreachable': { message: 'The content platform cannot be reached.', status: 503 },
  'content/unavailable': {
    message: 'The content platform has failed too often and is left alone for a while.',
    status: 503,
  },
  'content/overloaded': { message: 'Too many calls to the content platform are waiting.', status: 503 },
  'content/timeout': { message: 'The content platform did not answer in time.', status: 504 },
  'content/aborted': { message: 'Nobody waits for the answer of the content platform any more.' },
} as const

export const contentError = errorsOf(CONTENT_ERRORS)
