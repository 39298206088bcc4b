import { errorsOf } from '../contract/index.ts'

/** What can go wrong with a slot in the browser once its code is there. */
export const SPA_ERRORS = {
  'spa/render-failed': { message: 'A component of the slot threw.' },
  'spa/hydration-mismatch': {
    message: 'React mended a difference between the markup of server and browser.',
  },
} as const

export const spaError = errorsOf(SPA_ERRORS)
