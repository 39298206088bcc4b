import { errorsOf } from '../contract/index.ts'

/** Errors of reading the configuration. */
export const CONFIG_ERRORS = {
  'config/invalid': { message: 'The site configuration has problems.' },
} as const

export const configError = errorsOf(CONFIG_ERRORS)
