import { errorsOf } from '@tessera/shared/contract'

/** Errors for which a remote from another machine is not shown. */
export const overrideErrors = {
  'override/unreachable': { message: 'The machine that a remote is to come from did not answer.' },
  'override/other': { message: 'Another remote answers on the machine that one is to come from.' },
  'override/contract': { message: 'A remote of another machine was built for another contract.' },
} as const
export const overrideError = errorsOf(overrideErrors)
