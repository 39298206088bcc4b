import { LOGIN_PATH } from '@tessera/shared/config'
import type { PageState } from '@tessera/shared/contract'

/** What of the page on the screen depends on who is signed in. */
export interface PageInView {
  /** Path of the page, with its language. */
  readonly path: string
  readonly statusCode: number
  readonly madeFor: PageState['madeFor']
}

/** Ask the server for the whole page again, or only for the parts that say who is signed in. */
export type SessionStep = 'reload' | 'refresh'

/**
 * What a page does when somebody has signed in or out elsewhere. What was made for one person only is never left on the screen
 * for another, and what was refused is asked for again: the server decides both. A page that everybody sees stays as it is,
 * with all that was typed on it. Source: specification 4, Authentication; reference security 1.3.
 */
export function decideSessionStep(
  { path, statusCode, madeFor }: PageInView,
  { isSignedIn, isSamePerson }: { readonly isSignedIn: boolean; readonly isSamePerson: boolean },
): SessionStep {
  if (isSamePerson) return 'refresh'
  const isRefused = isSignedIn && (statusCode === 401 || statusCode === 403)
  const saysWhoItIs = path.endsWith(LOGIN_PATH) && (isSignedIn || madeFor !== undefined)
  return madeFor === 'member' || isRefused || saysWhoItIs ? 'reload' : 'refresh'
}
