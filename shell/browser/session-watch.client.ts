import { COOKIE_POLL_MS, DRAFT_PREFIX } from '@tessera/shared/config'
import { isFederatedHint, isSignedOutHint, readHint } from '../http/session-hint.ts'

/** A document that is being left is not looked after for this long: long enough for the slowest answer. */
const QUIET_MS = 30_000
/** Where this tab keeps the hint that it saw last. */
const HINT_KEY = 'tessera-session'
/** Keys of what libraries for federated sign-in leave in a browser. */
const FEDERATED_PREFIX = 'oidc.'

/** Looks whether somebody has signed in or out, in this tab or another. */
export interface SessionWatch {
  /** The hint as it was last seen. */
  readonly hint: () => string
  /** This document is being left, maybe by a form that signs in or out: what that changes is the next document's matter. */
  readonly leave: () => void
  readonly isLeft: () => boolean
}

/**
 * Tell of each change of the hint cookie. One timer, and only while the page can be seen: coming back to it looks at once.
 * Source: specification 9, cookie polling.
 */
export function watchSession(
  view: Window,
  onChange: (hint: string) => void,
  now: () => number = Date.now,
): SessionWatch {
  const { document } = view
  let cookies = document.cookie
  let hint = readHint(cookies)
  let leftAt = -Infinity
  let timer: ReturnType<typeof setInterval> | undefined
  const isLeft = () => now() - leftAt < QUIET_MS

  const look = () => {
    // Nearly always nothing has changed: one comparison, and no work.
    if (document.cookie === cookies || isLeft()) return
    cookies = document.cookie
    const seen = readHint(cookies)
    if (seen === hint) return
    hint = seen
    onChange(hint)
  }
  const follow = () => {
    clearInterval(timer)
    if (document.visibilityState === 'hidden') return
    look()
    timer = setInterval(look, COOKIE_POLL_MS)
  }
  document.addEventListener('visibilitychange', follow)
  view.addEventListener('focus', look)
  view.addEventListener('pageshow', ({ persisted }) => {
    // Out of the back-forward cache: it was left, and is here again.
    if (persisted) leftAt = -Infinity
    look()
  })
  follow()
  return { hint: () => hint, leave: () => void (leftAt = now()), isLeft }
}

/** The browser's own storage; reading it may throw where it is switched off. */
interface Storages {
  /** This tab's. */
  readonly session: () => Storage
  /** Everybody's. */
  readonly local: () => Storage
}

/**
 * Note the hint that a tab has seen. When somebody has signed out since the one before, whatever the tab keeps of what they
 * have typed is dropped; after a federated sign-in its entries too. Source: specification 4, Authentication.
 */
export function rememberHint(hint: string, { session, local }: Storages): void {
  try {
    const before = session().getItem(HINT_KEY)
    if (before === hint) return
    session().setItem(HINT_KEY, hint)
    // Seen for the first time it is no news: somebody may have typed much since.
    if (before === null || !isSignedOutHint(hint)) return
    dropKeys(session(), DRAFT_PREFIX)
    if (isFederatedHint(hint)) [session(), local()].forEach((storage) => dropKeys(storage, FEDERATED_PREFIX))
  } catch {
    // Storage is switched off: nothing is kept in it either.
  }
}

function dropKeys(storage: Storage, prefix: string): void {
  for (const key of Object.keys(storage)) if (key.startsWith(prefix)) storage.removeItem(key)
}
