import type {
  AppError,
  ContentClient,
  PageHead,
  PagePreview,
  PageSlot,
  PageState,
  RouteState,
  Store,
} from '@tessera/shared/contract'
import { directionOf, pageLanguage, switcherLinks } from '../http/path-language.ts'
import type { ResponseClass } from '../cache/caching-headers.ts'
import { routeState } from './route-state.ts'
import { messages } from '../messages.ts'
import { pageComposed, routeResolved } from '../state/host-slices.ts'
import type { NotFoundContent } from './near-paths.ts'
import type { RouteResult } from './route.ts'
import { pageReleases } from '../document/assets.server.ts'
import { loadSlots, type LoadedSlot } from './load-slots.server.ts'
import { pagePreview } from '../features/preview/page-preview.ts'
import type { PageRequest, ShellContext } from './shell-context.server.ts'

/** A page whose data is complete: one store that every slot is rendered from. */
export interface ComposedPage {
  readonly type: 'page'
  readonly store: Store
  readonly status: number
  readonly responseClass: ResponseClass
  /** Whether every call and every slot came out as it should. */
  readonly isComplete: boolean
  readonly keys: readonly string[]
  readonly language: string
  readonly head: PageHead
  /** Main first, then the frame's, then those inside others. Without a main slot the shell shows its own page. */
  readonly slots: readonly LoadedSlot[]
  readonly error: AppError | null
  /** What the not-found page says, where there is nothing at the path. */
  readonly notFound?: NotFoundContent
}

/** A page whose route is resolved: what is left is its slots, its head, and the state that says so. */
export interface ResolvedPage {
  readonly request: PageRequest
  readonly shell: ShellContext
  readonly store: Store
  readonly result: Extract<RouteResult, { readonly type: 'page' | 'not-found' | 'error' }>
  /** Of the path; content may know better. */
  readonly language: string
  /** Of the static route, where it is in one language only. */
  readonly routeLanguage: string | undefined
  readonly responseClass: ResponseClass
  readonly hasTree: boolean
  /** Whether its route needs somebody signed in. */
  readonly needsLogin: boolean
}

/** Load the data of every slot, and complete the state. */
export async function finishPage(page: ResolvedPage): Promise<ComposedPage> {
  const { request, store, result } = page
  const language = pageLanguage({
    entry: result.facts.entry?.sys.language,
    node: result.facts.node?.language,
    route: page.routeLanguage,
    path: page.language,
  })
  const route: RouteState = { ...routeState(result.facts), surrogateKeys: [], apiCalls: [] }
  const slots = await loadPageSlots(page, route, language)
  const main = slots.find(({ slot }) => slot.id === 'main')
  const status = statusOf(route.statusCode, main)
  const head = headOf(page, route, language, status, main)
  const keys = request.calls.keys()
  // Once per page: the notes about calls, and the main slot's word about the status, are part of the route.
  store.dispatch(
    routeResolved({ ...route, statusCode: status, surrogateKeys: keys, apiCalls: request.calls.list() }),
  )
  store.dispatch(
    pageComposed({
      head,
      slots: slots.map(({ slot }) => slot),
      releases: pageReleases(request.releases, slots, page.shell.files),
      languages: switcherLinks(head.alternates, page.shell.config.languages, searchOf(page, route)),
      ...previewOf(page, language),
      ...madeFor(page),
    }),
  )
  return {
    type: 'page',
    store,
    status,
    responseClass: status >= 500 ? 'error' : page.responseClass,
    isComplete: isComplete(page, slots),
    keys,
    language,
    head,
    slots,
    error: main?.error ?? (result.type === 'error' ? result.error : null),
  }
}

const madeFor = ({ request, result, needsLogin }: ResolvedPage): Pick<PageState, 'madeFor'> => {
  if (!request.session) return {}
  return { madeFor: needsLogin || result.lane === 'member' ? 'member' : 'visitor' }
}

const loadPageSlots = (
  { request, shell, store, result }: ResolvedPage,
  route: RouteState,
  language: string,
): Promise<readonly LoadedSlot[]> =>
  loadSlots(slotsOf(result, request), {
    releases: request.releases,
    store,
    route,
    language,
    query: request.target.query,
    posted: request.posted,
    client: clientOf(result, request),
    sanitise: shell.sanitise,
    signal: request.signal,
    deadlineMs: shell.slotDeadlineMs,
    inspect: shell.staff.inspectFor(request),
    ...(result.type === 'page' && result.main.injectRedux ? { injectRedux: result.main.injectRedux } : {}),
    onFailure: (slot, error) => shell.onSlotFailure(request, slot, error),
  })

/** A page that was asked for in the visitor's own name has the rest of its data from there too. */
const clientOf = ({ lane }: ResolvedPage['result'], { client, memberClient }: PageRequest): ContentClient =>
  (lane === 'member' ? memberClient : null) ?? client

const isComplete = ({ hasTree, result }: ResolvedPage, slots: readonly LoadedSlot[]): boolean =>
  hasTree && (result.type !== 'page' || result.isComplete) && slots.every(({ error }) => error === null)

/** A screen of the site is asked the same in every language: what was searched for, where to go after signing in. A list is not as long. */
const searchOf = ({ request }: ResolvedPage, { staticRoute }: RouteState): string =>
  staticRoute ? request.target.search : ''

/** The main slot decides: its failure is the page's, and its loader may know that there is no such page. */
function statusOf(status: number, main: LoadedSlot | undefined): number {
  if (main?.error) return main.error.status ?? 500
  return main?.result.status ?? status
}

function headOf(
  { result, responseClass }: ResolvedPage,
  route: RouteState,
  language: string,
  status: number,
  main: LoadedSlot | undefined,
): PageHead {
  const known = {
    alternates: result.facts.alternates ?? [],
    isIndexable: responseClass === 'public' && status === 200,
  }
  return {
    ...pageHead(route, language, known),
    ...(result.type === 'not-found' ? { title: messages(language).notFoundTitle } : {}),
    ...main?.result.head,
    language,
    dir: directionOf(language),
  }
}

/** What the bar of a preview says; leaving it leads to where visitors find the page. */
function previewOf(
  { request, shell, result }: ResolvedPage,
  language: string,
): { readonly preview?: PagePreview } {
  if (!request.preview) return {}
  const { entry = null } = result.facts
  const isPublished = entry?.sys.isPublished !== false
  const preview = pagePreview({
    versionStatus: request.versionStatus,
    entry,
    language,
    path: request.target.path,
    search: request.target.search,
    canExit: request.preview.canExit,
    publicPath: isPublished ? (entry?.sys.uri ?? (request.place.preview ? null : request.target.path)) : null,
    frameOrigins: shell.previews.frameOrigins,
  })
  return { preview }
}

function slotsOf(result: ResolvedPage['result'], { releases }: PageRequest): readonly PageSlot[] {
  const frame = releases.table.frameSlots.map((slot): PageSlot => ({ ...slot, props: {} }))
  if (result.type !== 'page') return frame
  const { injectRedux: _injected, ...main } = result.main
  return [{ id: 'main', ...main, props: {} }, ...frame]
}

interface Known {
  readonly alternates: PageHead['alternates']
  readonly isIndexable: boolean
}

/** The head of a page from its route alone; the main slot's loader may know better. */
function pageHead(route: RouteState, language: string, { alternates, isIndexable }: Known): PageHead {
  const { entry, mappedEntry, currentNode } = route
  return {
    title: text(entry?.entryTitle) ?? text(mappedEntry?.['title']) ?? currentNode?.displayName ?? '',
    description: text(entry?.entryDescription) ?? text(mappedEntry?.['summary']) ?? '',
    language,
    dir: directionOf(language),
    canonicalPath: isIndexable ? route.canonicalPath : null,
    alternates,
    ...(isIndexable ? {} : { robots: 'noindex' as const }),
  }
}

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
