import { messages } from '../messages.ts'
import type { PageTree } from '../state/follow-path.epic.ts'

/** Why there is no page to show. */
export interface Outcome {
  readonly status: number
  readonly requestId: string | null
  /** The address to try again. */
  readonly retry: string
  readonly language: string
}

/** What became of a path, in place: the not-found page or the error page as the server writes them (shell/document/page-outcome.ts). */
export function outcomeView({ status, requestId, retry, language }: Outcome): HTMLElement {
  const words = messages(language)
  const home = document.querySelector<HTMLAnchorElement>('header .f-logo')?.pathname ?? '/'
  const isMissing = status === 404
  const view = element('div', { className: 'wrap f-outcome' }, [
    element('p', { className: 'f-code' }, [String(status)]),
    element('h1', {}, [isMissing ? words.notFoundTitle : words.errorTitle]),
    element('p', { className: 'lead' }, [isMissing ? words.notFoundText : words.errorText]),
  ])
  if (!isMissing && requestId)
    view.append(element('p', {}, [`${words.requestId} `, element('code', {}, [requestId]), '.']))
  const ways = element('p', { className: 'f-ways' })
  if (!isMissing) ways.append(link(retry, words.tryAgain, 'button'), ' ')
  ways.append(link(home, words.homePage, isMissing ? 'button' : 'f-way'))
  view.append(ways)
  return view
}

/** The state of the page on the screen, as it is once a path could not be shown on it. */
export function outcomeState(shown: PageTree, path: string, { status, language }: Outcome): PageTree {
  const words = messages(language)
  const isMissing = status === 404
  const title = isMissing ? words.notFoundTitle : words.errorTitle
  return {
    ...shown,
    routing: {
      ...shown.routing,
      currentPath: path,
      canonicalPath: path,
      entryID: null,
      entry: null,
      mappedEntry: null,
      isLoading: false,
      nextPath: null,
      notFound: isMissing,
      isError: !isMissing,
      error: isMissing ? null : { code: 'client/page-unavailable', message: words.errorTitle, status },
      statusCode: status,
    },
    page: {
      ...shown.page,
      head: {
        ...shown.page.head,
        title,
        description: '',
        canonicalPath: null,
        robots: 'noindex',
        alternates: [],
      },
      slots: shown.page.slots.filter(({ id, parent }) => id !== 'main' && !parent),
    },
  }
}

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
