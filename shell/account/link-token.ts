import { createHash } from 'node:crypto'
import type { PlatformUser } from './security-api.server.ts'
import type { Sealer } from '../session/sealer.server.ts'

/** What a link from a message is for. */
export type LinkPurpose = 'confirm' | 'reset'

/** What a link says once it has been opened. */
export interface LinkClaim {
  readonly userId: string
  /** State of the account that the link was made for. */
  readonly mark: string
}

/** Sealed text for a link: who, for what, until when, and for which state of the account. */
export const sealLink = (
  sealer: Sealer,
  purpose: LinkPurpose,
  user: PlatformUser,
  lifetimeMs: number,
): string => sealer.seal(`link ${purpose}`, { u: user.id, m: markOf(purpose, user) }, lifetimeMs)

/** The claim of a link; null for one that is forged, cut, too old, or for something else. */
export function openLink(sealer: Sealer, purpose: LinkPurpose, token: string | undefined): LinkClaim | null {
  const read = sealer.open(`link ${purpose}`, token) as { readonly u?: unknown; readonly m?: unknown } | null
  return typeof read?.u === 'string' && typeof read.m === 'string' ? { userId: read.u, mark: read.m } : null
}

/**
 * What the use of a link changes, so that it works once, in every process and after every restart, with nothing kept: a new
 * password changes the date of the user. A confirmed address stays confirmed: that link may be followed twice.
 */
export function markOf(purpose: LinkPurpose, { email, modified }: PlatformUser): string {
  const state = purpose === 'reset' ? `${email}\n${modified ?? ''}` : email
  return createHash('sha256').update(state.toLowerCase()).digest('base64url').slice(0, 16)
}
