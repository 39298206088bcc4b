import { errorsOf } from '@tessera/shared/contract'

/** Errors of this remote: code → message for logs. */
export const contentErrors = {
  'mfe-content/no-such-view': { message: 'The slot names a view that this remote does not have' },
  'mfe-content/no-model': { message: 'The route holds no page model for this view' },
  'mfe-content/no-such-street': {
    message: 'There is no street of this id to make a calendar for',
    status: 404,
  },
  'mfe-content/no-such-event': {
    message: 'There is no event of this id to make a calendar for',
    status: 404,
  },
  'mfe-content/review-late': { message: 'The review of a previewed page took too long' },
} as const

/** Makes an error of this remote. */
export const contentError = errorsOf(contentErrors)
