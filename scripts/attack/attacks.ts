import { addressAttacks } from './address-attacks.ts'
import type { Attack } from './attack.ts'
import { filledFormAttacks } from './filled-form-attacks.ts'
import { formAttacks } from './form-attacks.ts'
import { requestAttacks } from './request-attacks.ts'
import { visitorAttacks } from './visitor-attacks.ts'

/** All attacks; docs/security.md says what protects against each, and which other tests there are. */
export const ATTACKS: readonly Attack[] = [
  ...addressAttacks,
  ...requestAttacks,
  ...formAttacks,
  ...filledFormAttacks,
  ...visitorAttacks,
]
