import { errorsOf } from '../contract/index.ts'

/** What can go wrong while reading configuration. */
export const CONFIG_ERRORS = {
  'config/invalid': { message: 'The site configuration has problems.' },
} as const

export const configError = errorsOf(CONFIG_ERRORS)
