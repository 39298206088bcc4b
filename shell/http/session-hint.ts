/**
 * The cookie that tells scripts that the session has changed, and nothing else about it. `in.{anything}`: signed in, with a new value at
 * every sign-in; `out`: signed out by the visitor, `out.federated` where the federated session ended too; `over`: expired.
 */
export const HINT_COOKIE = 'tessera-session'
export type Hint = `in.${string}` | SignedOutHint | 'over'
/** The hint after the visitor has signed out. */
export type SignedOutHint = 'out' | 'out.federated'

/** The hint among a document's cookies, as unchecked text; empty without one. */
export function readHint(cookies: string): string {
  const name = `${HINT_COOKIE}=`
  const pair = cookies.split('; ').find((text) => text.startsWith(name))
  return pair?.slice(name.length) ?? ''
}

/** Whether the hint says that the visitor is signed in. Only the server can tell for certain. */
export const isSignedInHint = (hint: string): boolean => hint.startsWith('in.')

/** Whether the visitor has signed out on purpose: data that the browser keeps for the visitor is then deleted. */
export const isSignedOutHint = (hint: string): boolean => hint === 'out' || hint === FEDERATED

/** Whether the federated session has ended too. */
export const isFederatedHint = (hint: string): boolean => hint === FEDERATED

const FEDERATED: SignedOutHint = 'out.federated'
