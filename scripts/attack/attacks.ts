import { addressAttacks } from './address-attacks.ts'
import type { Attack } from './attack.ts'
import { filledFormAttacks } from './filled-form-attacks.ts'
import { formAttacks } from './form-attacks.ts'
import { requestAttacks } from './request-attacks.ts'
import { visitorAttacks } from './visitor-attacks.ts'

/** All of them; docs/security.md says what holds each, and which tests besides. */
export const ATTACKS: readonly Attack[] = [
  ...addressAttacks,
  ...requestAttacks,
  ...formAttacks,
  ...filledFormAttacks,
  ...visitorAttacks,
]
