import { errorsOf } from '../contract/index.ts'

/** Errors of a slot, and of its data requests, in the browser after its code is loaded. */
export const SPA_ERRORS = {
  'spa/render-failed': { message: 'A component of the slot threw.' },
  'spa/hydration-mismatch': {
    message: 'The markup of server and browser differed.',
  },
  'spa/data-refused': { message: 'Data that a remote requested was refused.' },
  'spa/data-unavailable': { message: 'Data that a remote requested is not available.' },
} as const

export const spaError = errorsOf(SPA_ERRORS)
