import { AppError } from '../contract/index.ts'
import { CONTENT_ERRORS } from '../io/index.ts'

/** The error of the real client for a 404 of the platform. */
export const contentError = (what: string): AppError =>
  new AppError('content/failed', `${CONTENT_ERRORS['content/failed'].message} There is no ${what}.`, {
    status: 404,
  })
