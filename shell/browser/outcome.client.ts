import type { HostState, RouteState, ServedState } from '@tessera/shared/contract'
import type { ClientMessages } from '../messages/en-GB.ts'
import { initialRoute } from '../state/host-slices.ts'
import { decoded } from './link-target.ts'

/** The data of a not-found page or an error page. */
export interface Outcome {
  readonly status: number
  /** The message of the route's error, if the response has a route. */
  readonly statusText?: string | undefined
  readonly requestId: string | null
  /** The address to try again. */
  readonly retry: string
  readonly messages: ClientMessages
}

/** The not-found page or the error page, as the server renders them (shell/document/page-outcome.ts). */
export function outcomeView(outcome: Outcome): HTMLElement {
  const { status, statusText, requestId, retry, messages } = outcome
  const { title, text } = textsOf(outcome)
  const home = document.querySelector<HTMLAnchorElement>('header .f-logo')?.pathname ?? '/'
  const isMissing = status === 404
  const view = element('div', { className: 'wrap f-outcome' }, [
    element('p', { className: 'f-code' }, [String(status)]),
    element('h1', {}, [title]),
    element('p', { className: 'lead' }, [text]),
  ])
  if (!isMissing && statusText)
    view.append(element('p', { className: 'f-status', ...messages.statusText(statusText) }, []))
  if (!isMissing && requestId)
    view.append(
      element('p', {}, [messages.requestId, element('br', {}, []), element('code', {}, [requestId])]),
    )
  const ways = element('p', { className: 'f-ways' })
  if (!isMissing) ways.append(link(retry, messages.tryAgain, 'button'), ' ')
  ways.append(link(home, messages.homePage, isMissing ? 'button' : 'f-way'))
  view.append(ways)
  return view
}

/** The state when a path could not be shown: its route has no content, and only the frame's slots remain. */
export function outcomeState(shown: HostState, url: URL, outcome: Outcome): ServedState {
  const { routing, version } = shown
  // The page before may have left out state that only its own address has, and may have been made for one visitor.
  const { deferredKeys: _keys, madeFor: _visitor, ...page } = shown.page
  const { title } = textsOf(outcome)
  return {
    routing: outcomeRoute(routing, url, outcome),
    version,
    page: {
      ...page,
      head: { ...page.head, title, description: '', canonicalPath: null, robots: 'noindex', alternates: [] },
      slots: page.slots.filter(({ id, parent }) => id !== 'main' && !parent),
    },
  }
}

function outcomeRoute(
  { currentHostname, currentProject }: HostState['routing'],
  { pathname: encoded, search, hash }: URL,
  outcome: Outcome,
): RouteState {
  const { status, statusText } = outcome
  const isMissing = status === 404
  const pathname = decoded(encoded)
  return {
    ...initialRoute,
    currentHostname,
    currentProject,
    currentPath: pathname,
    canonicalPath: pathname,
    location: { pathname, search, hash },
    notFound: isMissing,
    isError: !isMissing,
    error: isMissing
      ? null
      : { code: 'client/page-unavailable', message: statusText ?? textsOf(outcome).title, status },
    statusCode: status,
  }
}

/** Title and text, in the language of the page. */
const textsOf = ({ status, messages }: Outcome): { readonly title: string; readonly text: string } =>
  status === 404
    ? { title: messages.notFoundTitle, text: messages.notFoundText }
    : { title: messages.errorTitle, text: messages.errorText }

const link = (href: string, text: string, className: string): HTMLAnchorElement =>
  element('a', { href, className }, [text])

function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  properties: Partial<HTMLElementTagNameMap[K]>,
  children: readonly (Node | string)[] = [],
): HTMLElementTagNameMap[K] {
  const made = Object.assign(document.createElement(name), properties)
  made.append(...children)
  return made
}

/** Stores for which missing paths this tab has loaded the document, so that no document is loaded twice. */
export interface ReloadMemory {
  readonly has: (path: string) => boolean
  readonly add: (path: string) => void
}

const RELOADS_KEY = 'tessera-missing'
const MAX_PATHS = 50

/** Uses session storage, since the document itself is replaced; without storage, the memory of this document. */
export function createReloadMemory(storage: () => Storage): ReloadMemory {
  let own: readonly string[] = []
  const read = (): readonly string[] => {
    try {
      const kept: unknown = JSON.parse(storage().getItem(RELOADS_KEY) ?? '[]')
      return Array.isArray(kept) ? [...own, ...kept.filter((path) => typeof path === 'string')] : own
    } catch {
      return own // storage is disabled, or other code has written the entry
    }
  }
  return {
    has: (path) => read().includes(path),
    add(path) {
      own = [path, ...read().filter((known) => known !== path)].slice(0, MAX_PATHS)
      try {
        storage().setItem(RELOADS_KEY, JSON.stringify(own))
      } catch {
        // Without storage a path may be loaded again after a full load, but never in a loop: each load needs a visitor's click.
      }
    },
  }
}
