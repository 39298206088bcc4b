import type { SignInProblem } from '../messages.ts'

const PROBLEMS: readonly SignInProblem[] = ['credentials', 'missing', 'expired', 'unavailable']

/** A reason from an address; null for anything else, so that nobody can put words on the page through a link. */
export const readSignInProblem = (value: string | undefined): SignInProblem | null =>
  PROBLEMS.find((problem) => problem === value) ?? null
