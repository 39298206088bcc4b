import { decideSessionStep } from '../domain/decide-session-step.ts'
import { isSignedInHint } from '../http/session-hint.ts'
import type { PageTree } from '../state/follow-path.epic.ts'
import type { Activation, BootContext } from './activation.ts'
import { fetchSession, type SessionFacts } from './fetch-session.client.ts'
import { fetchMenu, offersSignIn, showMenu } from './session-menu.client.ts'
import { rememberHint } from './session-memory.client.ts'
import { watchSession } from './session-watch.client.ts'

/** What a page has to do with the session besides showing it. */
export interface PageSession {
  /** The page is alive from now on: it hears of every change. */
  readonly follow: (activation: Activation) => void
  /** The document is being left: nothing may hold that up, or lead elsewhere. */
  readonly leave: () => void
}

interface SessionParts {
  readonly context: Pick<BootContext, 'state' | 'pages'>
  /** Resolves when no navigation is under way. */
  readonly settled: () => Promise<unknown>
}

const NOBODY: SessionFacts = { user: null, credentials: null }

/**
 * Keeps the page true to who is signed in. A page that a cache had for everybody gets its account menu; when somebody signs in or
 * out, in whatever tab, pages fetched before are thrown away, the menu and the state follow, and a page that is another's by now
 * is asked for again. Source: specification 4, Authentication, and 9; reference security 1.3.
 */
export function createPageSession({ context, settled }: SessionParts): PageSession {
  let activation: Activation | null = null
  const state = () => activation?.state() ?? (context.state as PageTree)
  const remember = (hint: string) =>
    rememberHint(hint, { session: () => sessionStorage, local: () => localStorage })

  const refreshMenu = async () => {
    const answer = await fetchMenu(`${location.pathname}${location.search}`)
    showMenu(answer, document)
  }
  const changed = async (hint: string): Promise<void> => {
    remember(hint)
    context.pages.forget()
    const isSignedIn = isSignedInHint(hint)
    const facts = isSignedIn ? await fetchSession() : NOBODY
    // Where access is about to send the visitor already, the page is left that way.
    await settled()
    if (watch.isLeft() || watch.hint() !== hint) return
    const isSamePerson = isSignedIn && isOwnDoing(state(), facts)
    const step = decideSessionStep(inView(state()), { isSignedIn, isSamePerson })
    if (step === 'refresh') {
      if (facts) activation?.sessionChanged(facts)
      return refreshMenu().catch(ignore)
    }
    activation?.interrupt()
    watch.leave()
    location.reload()
  }
  const watch = watchSession(window, (hint) => void changed(hint))
  remember(watch.hint())
  if (isSignedInHint(watch.hint()) && offersSignIn(document)) refreshMenu().catch(ignore)
  return {
    leave: watch.leave,
    follow(alive) {
      activation = alive
      if (!isSignedInHint(watch.hint()) || context.state.page.madeFor) return
      // Everybody's copy of the page: its state says nothing of who is signed in.
      void fetchSession().then((facts) => facts?.user && alive.sessionChanged(facts))
    },
  }
}

/** Whether the change is this page's own: it is signing in at this moment, or the same person has a new session. */
const isOwnDoing = ({ user }: Partial<PageTree>, facts: SessionFacts | null): boolean =>
  user?.authenticationState.isLoading === true || (Boolean(facts?.user) && user?.id === facts?.user?.id)

const inView = ({ page, routing }: PageTree) => ({
  path: routing.currentPath,
  statusCode: routing.statusCode,
  madeFor: page.madeFor,
})

/** A menu that cannot be had leaves the old one: its links ask the server anyway. */
const ignore = (): void => undefined
