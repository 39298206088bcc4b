import { COOKIE_POLL_MS, DRAFT_PREFIX } from '@tessera/shared/config'
import { isFederatedHint, isSignedOutHint, readHint } from '../http/session-hint.ts'

/** How long changes are ignored while a document is being left: long enough for the slowest response. */
const IGNORE_MS = 30_000
/** Key in session storage of the hint that this tab saw last. */
const HINT_KEY = 'tessera-session'
/** Prefix of the keys under which libraries for federated sign-in store data in a browser. */
const FEDERATED_PREFIX = 'oidc.'

/** Watches for sign-in and sign-out, in this tab or another. */
export interface SessionWatch {
  /** The hint as it was last seen. */
  readonly hint: () => string
  /** This document is being left, maybe by a form that signs in or out: the next document handles that change. */
  readonly leave: () => void
  readonly isLeft: () => boolean
}

/**
 * Report each change of the hint cookie. One timer checks it, only while the page is visible, and at once when it becomes visible.
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
  const isLeft = () => now() - leftAt < IGNORE_MS

  const checkHint = () => {
    // Cheap for the usual case: one comparison when no cookie has changed.
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
    checkHint()
    timer = setInterval(checkHint, COOKIE_POLL_MS)
  }
  document.addEventListener('visibilitychange', follow)
  view.addEventListener('focus', checkHint)
  view.addEventListener('pageshow', ({ persisted }) => {
    // Restored from the back-forward cache: the document is no longer being left.
    if (persisted) leftAt = -Infinity
    checkHint()
  })
  follow()
  return { hint: () => hint, leave: () => void (leftAt = now()), isLeft }
}

/** The browser's storage; access may throw when it is disabled. */
interface Storages {
  /** Storage of this tab. */
  readonly session: () => Storage
  /** Storage of all tabs. */
  readonly local: () => Storage
}

/**
 * Store the hint that a tab has seen. If the visitor has signed out since the previous hint, typed text that the tab has stored is
 * deleted; at the end of a federated session, the entries of its libraries too. Source: specification 4, Authentication.
 */
export function rememberHint(hint: string, { session, local }: Storages): void {
  try {
    const before = session().getItem(HINT_KEY)
    if (before === hint) return
    session().setItem(HINT_KEY, hint)
    // The first hint in a tab is no change: text typed since the sign-out must not be deleted.
    if (before === null || !isSignedOutHint(hint)) return
    dropKeys(session(), DRAFT_PREFIX)
    if (isFederatedHint(hint)) [session(), local()].forEach((storage) => dropKeys(storage, FEDERATED_PREFIX))
  } catch {
    // Storage is disabled, so it has no data to delete.
  }
}

function dropKeys(storage: Storage, prefix: string): void {
  for (const key of Object.keys(storage)) if (key.startsWith(prefix)) storage.removeItem(key)
}
