import { LOGIN_PATH } from '@tessera/shared/config'
import type { ClientCredentials, HostState, PageState, ServedState, User } from '@tessera/shared/contract'
import { isSignedInHint } from '../http/session-hint.ts'
import type { PageCache } from './fetch-page.client.ts'
import { fetchMenu, offersSignIn, showMenu } from './header-menus.client.ts'
import { rememberHint, watchSession } from './session-watch.client.ts'

/** What a page has to do with the session besides showing it. */
export interface PageSession {
  /** The app has started: it hears of every change from now on. */
  readonly follow: (app: SessionApp) => void
  /** The document is being left: nothing may hold that up, or lead elsewhere. */
  readonly leave: () => void
}

/** What of the app the session needs (app.client.ts). */
interface SessionApp {
  readonly state: () => HostState
  readonly dispatchSession: (facts: SessionFacts) => void
  readonly interrupt: () => void
}

interface SessionParts {
  /** The state that the document brought. */
  readonly state: ServedState
  readonly pages: Pick<PageCache, 'clear'>
  /** Resolves when no navigation is under way. */
  readonly settled: () => Promise<unknown>
}

const NOBODY: SessionFacts = { user: null, credentials: null }

/**
 * Keeps the page true to who is signed in. A page that a cache had for everybody gets its account menu; when somebody signs in or
 * out, in whatever tab, pages fetched before are thrown away, the menu and the state follow, and a page that is another's by now
 * is asked for again. Source: specification 4, Authentication, and 9; reference security 1.3.
 */
export function createPageSession({ state: first, pages, settled }: SessionParts): PageSession {
  let app: SessionApp | null = null
  const state = () => app?.state() ?? first
  const remember = (hint: string) =>
    rememberHint(hint, { session: () => sessionStorage, local: () => localStorage })

  const refreshMenu = async () => {
    const answer = await fetchMenu(`${location.pathname}${location.search}`)
    showMenu(answer, document)
  }
  const changed = async (hint: string): Promise<void> => {
    remember(hint)
    pages.clear()
    const isSignedIn = isSignedInHint(hint)
    const facts = isSignedIn ? await fetchSession() : NOBODY
    // Where access is about to send the visitor already, the page is left that way.
    await settled()
    if (watch.isLeft() || watch.hint() !== hint) return
    const isSamePerson = isSignedIn && isOwnChange(state(), facts)
    const step = decideSessionStep(inView(state()), { isSignedIn, isSamePerson })
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
      if (!isSignedInHint(watch.hint()) || first.page.madeFor) return
      // Everybody's copy of the page: its state says nothing of who is signed in.
      void fetchSession().then((facts) => facts?.user && started.dispatchSession(facts))
    },
  }
}

/** Whether the change is this page's own: it is signing in at this moment, or the same person has a new session. */
const isOwnChange = ({ user }: Pick<ServedState, 'user'>, facts: SessionFacts | null): boolean =>
  user?.authenticationState.isLoading === true || (Boolean(facts?.user) && user?.id === facts?.user?.id)

const inView = ({ page, routing }: Pick<ServedState, 'page' | 'routing'>): PageInView => ({
  path: routing.currentPath,
  statusCode: routing.statusCode ?? 200,
  madeFor: page.madeFor,
})

/** What of the page on the screen depends on who is signed in. */
export interface PageInView {
  /** Path of the page, with its language. */
  readonly path: string
  readonly statusCode: number
  readonly madeFor: PageState['madeFor']
}

/** Ask the server for the whole page again, or only for the parts that say who is signed in. */
type SessionStep = 'reload' | 'refresh'

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

/** Who is signed in, as `GET /api/session` says it. */
export interface SessionFacts {
  readonly user: User | null
  readonly credentials: ClientCredentials | null
}

const DEADLINE_MS = 8_000

/** Ask who is signed in; null when nobody can tell: offline, or the platform is in trouble. Never rejects. */
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
    return null // the page goes on as it is; the server decides on every request
  }
}

/** A menu that cannot be had leaves the old one: its links ask the server anyway. */
const ignore = (): void => undefined
