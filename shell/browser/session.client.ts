import { LOGIN_PATH } from '@tessera/shared/config'
import type { ClientCredentials, HostState, PageState, ServedState, User } from '@tessera/shared/contract'
import { isSignedInHint } from '../http/session-hint.ts'
import type { PageCache } from './fetch-page.client.ts'
import { fetchMenu, offersSignIn, showMenu } from './header-menus.client.ts'
import { rememberHint, watchSession } from './session-watch.client.ts'

/** Keeps a page in step with the session. */
export interface PageSession {
  /** The app has started: it is notified of every change from now on. */
  readonly follow: (app: SessionApp) => void
  /** The document is being left: a change of the session must not interrupt that. */
  readonly leave: () => void
}

/** The parts of the app that the session needs (app.client.ts). */
interface SessionApp {
  readonly state: () => HostState
  readonly dispatchSession: (facts: SessionFacts) => void
  readonly interrupt: () => void
}

interface SessionParts {
  /** The document's inline state. */
  readonly state: ServedState
  readonly pages: Pick<PageCache, 'clear'>
  /** Resolves when no navigation is in progress. */
  readonly settled: () => Promise<unknown>
}

const SIGNED_OUT: SessionFacts = { user: null, credentials: null }

/**
 * Keeps the page in step with the current user. A public page from a cache gets its account menu. When a visitor signs in or out, in
 * any tab, prefetched pages are discarded, the menu and the state are updated, and a page that was rendered for another user is
 * reloaded. Source: specification 4, Authentication, and 9; reference security 1.3.
 */
export function createPageSession({ state: first, pages, settled }: SessionParts): PageSession {
  let app: SessionApp | null = null
  const state = () => app?.state() ?? first
  const remember = (hint: string) =>
    rememberHint(hint, { session: () => sessionStorage, local: () => localStorage })

  const refreshMenu = async () => {
    const hint = watch.hint()
    const answer = await fetchMenu(`${location.pathname}${location.search}`)
    // An answer from before a sign-in or sign-out is for somebody else.
    if (watch.hint() === hint) showMenu(answer, document)
  }
  const changed = async (hint: string): Promise<void> => {
    remember(hint)
    pages.clear()
    const isSignedIn = isSignedInHint(hint)
    const facts = isSignedIn ? await fetchSession() : SIGNED_OUT
    // A navigation in progress may already redirect the visitor: it goes first.
    await settled()
    if (watch.isLeft() || watch.hint() !== hint) return
    const isSamePerson = isSignedIn && isOwnChange(state(), facts)
    const step = decideSessionStep(readPageInView(state()), { isSignedIn, isSamePerson })
    if (step === 'refresh') {
      if (facts) app?.dispatchSession(facts)
      return refreshMenu().catch(ignore)
    }
    app?.interrupt()
    watch.leave()
    location.reload()
  }
  const watch = watchSession(window, (hint) => void changed(hint))
  remember(watch.hint())
  if (isSignedInHint(watch.hint()) && offersSignIn(document)) refreshMenu().catch(ignore)
  return {
    leave: watch.leave,
    follow(started) {
      app = started
      const hint = watch.hint()
      if (!isSignedInHint(hint) || first.user?.id) return
      // The public copy of the page, or state that was too large for the document: it does not contain the user.
      void fetchSession().then(
        (facts) => facts?.user && watch.hint() === hint && started.dispatchSession(facts),
      )
    },
  }
}

/** Whether this page has caused the change: it is signing in at the moment, or the same user has a new session. */
const isOwnChange = ({ user }: Pick<ServedState, 'user'>, facts: SessionFacts | null): boolean =>
  user?.authenticationState.isLoading === true || (Boolean(facts?.user) && user?.id === facts?.user?.id)

const readPageInView = ({ page, routing }: Pick<ServedState, 'page' | 'routing'>): PageInView => ({
  path: routing.currentPath,
  statusCode: routing.statusCode ?? 200,
  madeFor: page.madeFor,
})

/** The facts about the page on the screen that decide what a change of the session means for it. */
export interface PageInView {
  /** Path of the page, with its language. */
  readonly path: string
  readonly statusCode: number
  readonly madeFor: PageState['madeFor']
}

/** Reload the whole page, or only update the parts that show the user. */
type SessionStep = 'reload' | 'refresh'

/**
 * What a page does when a visitor has signed in or out elsewhere. A page that was rendered for one user only never stays on the screen
 * for another, and a refused page is requested again: the server decides both. A public page stays as it is, with all text
 * that was typed on it. Source: specification 4, Authentication; reference security 1.3.
 */
export function decideSessionStep(
  { path, statusCode, madeFor }: PageInView,
  { isSignedIn, isSamePerson }: { readonly isSignedIn: boolean; readonly isSamePerson: boolean },
): SessionStep {
  if (isSamePerson) return 'refresh'
  const isRefused = isSignedIn && (statusCode === 401 || statusCode === 403)
  const showsUser = path.toLowerCase().endsWith(LOGIN_PATH) && (isSignedIn || madeFor !== undefined)
  return madeFor === 'member' || isRefused || showsUser ? 'reload' : 'refresh'
}

/** The current user, as in the response of `GET /api/session`. */
export interface SessionFacts {
  readonly user: User | null
  readonly credentials: ClientCredentials | null
}

const DEADLINE_MS = 8_000

/** Fetch the current user; null when unknown, because the browser is offline or the platform fails. Never rejects. */
export async function fetchSession(): Promise<SessionFacts | null> {
  try {
    const answer = await fetch('/api/session', {
      headers: { accept: 'application/json' },
      cache: 'no-store',
      signal: AbortSignal.timeout(DEADLINE_MS),
    })
    const { isCertain, user, credentials } = (await answer.json()) as SessionFacts & { isCertain?: boolean }
    return answer.ok && isCertain ? { user: user ?? null, credentials: credentials ?? null } : null
  } catch {
    return null // the page stays as it is; the server checks every request anyway
  }
}

/** When the menu cannot be loaded, the old one stays: the server checks the requests of its links anyway. */
const ignore = (): void => undefined
