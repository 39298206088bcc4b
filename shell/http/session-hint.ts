/**
 * What scripts may read: that the session has changed, and nothing about it. `in.{anything}`: signed in, and another value with every
 * sign-in; `out`: signed out by the visitor, `out.federated` where the federated session ended too; `over`: expired.
 */
export const HINT_COOKIE = 'tessera-session'
export type Hint = `in.${string}` | SignedOutHint | 'over'
/** What is left after signing out. */
export type SignedOutHint = 'out' | 'out.federated'

/** The hint among a document's cookies, as text that nobody has checked; empty without one. */
export function readHint(cookies: string): string {
  const name = `${HINT_COOKIE}=`
  const pair = cookies.split('; ').find((text) => text.startsWith(name))
  return pair?.slice(name.length) ?? ''
}

/** Whether it says that somebody is signed in. The server decides. */
export const isSignedInHint = (hint: string): boolean => hint.startsWith('in.')

/** Whether somebody has signed out on purpose: what is kept for them goes too. */
export const isSignedOutHint = (hint: string): boolean => hint === 'out' || hint === FEDERATED

/** Whether a federated sign-in has ended with it. */
export const isFederatedHint = (hint: string): boolean => hint === FEDERATED

const FEDERATED: SignedOutHint = 'out.federated'
