import { COOKIE_POLL_MS } from '@tessera/shared/config'
import { readHint } from '../http/session-hint.ts'

/** A document that is being left is not looked after for this long: long enough for the slowest answer. */
const QUIET_MS = 30_000

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
