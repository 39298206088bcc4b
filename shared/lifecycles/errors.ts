import { errorsOf } from '../contract/index.ts'

/** What can go wrong with a slot, and with what it asks for, in the browser once its code is there. */
export const SPA_ERRORS = {
  'spa/render-failed': { message: 'A component of the slot threw.' },
  'spa/hydration-mismatch': {
    message: 'React mended a difference between the markup of server and browser.',
  },
  'spa/data-refused': { message: 'There is no answer to this question of a remote.' },
  'spa/data-unavailable': { message: 'The answer to a question of a remote cannot be had at the moment.' },
} as const

export const spaError = errorsOf(SPA_ERRORS)
