import { errorsOf } from '../contract/index.ts'

/** Errors of a slot, and of its data requests, in the browser after its code is loaded. */
export const SPA_ERRORS = {
  'spa/render-failed': { message: 'A component of the slot threw.' },
  'spa/hydration-mismatch': {
    message: 'React mended a difference between the markup of server and browser.',
  },
  'spa/data-refused': { message: 'There is no answer to this question of a remote.' },
  'spa/data-unavailable': { message: 'The answer to a question of a remote cannot be had at the moment.' },
} as const

export const spaError = errorsOf(SPA_ERRORS)
