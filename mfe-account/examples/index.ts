import type { Example } from './example.ts'
import { otherExamples } from './others.ts'
import { passwordExamples } from './passwords.ts'
import { registrationExamples } from './registration.ts'
import { signInExamples } from './sign-in.ts'

export { stateOf } from './example.ts'
export type { Example } from './example.ts'

/** Every state of every screen. */
export const examples: readonly Example[] = [
  ...signInExamples,
  ...registrationExamples,
  ...passwordExamples,
  ...otherExamples,
]
