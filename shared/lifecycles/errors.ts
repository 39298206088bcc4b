import { errorsOf } from '../contract/index.ts'

/** Errors of a slot, and of its data requests, in the browser after its code is loaded. */
export const SPA_ERRORS = {
  'spa/render-failed': { message: 'A component of the slot threw.' },
  'spa/hydration-mismatch': {
    message: 'React corrected a difference between the markup of server and browser.',
  },
  'spa/data-refused': { message: 'A data request of a remote was refused.' },
  'spa/data-unavailable': { message: 'The data that a remote requested is not available at the moment.' },
} as const

export const spaError = errorsOf(SPA_ERRORS)
