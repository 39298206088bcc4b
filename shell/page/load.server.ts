import { readText } from '@tessera/shared/content'
import type {
  AppError,
  ContentClient,
  PageHead,
  PagePreview,
  PageSlot,
  PageState,
  RouteState,
  Store,
  VersionState,
} from '@tessera/shared/contract'
import { LRUCache } from 'lru-cache'
import { createStore, signInFailed, signInFinished } from '@tessera/shared/store'
import { pageReleases, type FileRules } from '../document/document.server.ts'
import { directionOf, switcherLinks, type SiteLanguages } from '../http/paths.ts'
import { messagesFor, otherCatalogue } from '../messages/index.ts'
import { canariesOf, overrideReleases, overrideSlots } from '../override/overridden.ts'
import {
  hostSlices,
  navigationFailed,
  navigationLoaded,
  pageComposed,
  routeResolved,
  versionKnown,
} from '../state/host-slices.ts'
import { loadSlots, type LoadedSlot } from './load-slots.server.ts'
import type { PageForms } from './page-forms.ts'
import type { LoadedPage, PageEvents, PagePreviews, PageStaff, ResolvedPage, SiteAlerts } from './page.ts'
import { routeState } from './route.ts'

/** What loading takes besides the page. */
export interface LoadParts
  extends Pick<PageEvents, 'onSiteFailure' | 'onSlotFailure'>, Pick<PageState, 'mapTiles'> {
  readonly languages: SiteLanguages
  readonly build: Pick<VersionState, 'commitRef' | 'buildNo'>
  readonly files: FileRules
  readonly sanitise: (html: string) => string
  /** Of the site as visitors know it. */
  readonly origin: string
  /** Deadline for the data of one slot. */
  readonly slotDeadlineMs: number
  readonly inspectFor: PageStaff['inspectFor']
  readonly previewBar: PagePreviews['bar']
  /** The picture that other sites show beside a link to a page. */
  readonly shareImage: (head: PageHead) => Pick<PageHead, 'imagePath' | 'imageAlt'>
  /** What the forms of a page post besides their fields; `token` where it is made for one visitor. */
  readonly formGate: PageForms['gate']
}

/** The second stage of a page: the data of every slot, in one store; the state is complete after it. */
export function createLoader(parts: LoadParts): (page: ResolvedPage) => Promise<LoadedPage> {
  const directions = new LRUCache<string, PageHead['dir']>({ max: 100, memoMethod: directionOf })
  return async (page) => {
    const { route: resolved, language, calls } = page
    const store = createStore({ parts: [{ owner: 'shell', slices: hostSlices }] })
    store.dispatch(versionKnown({ ...parts.build, contensisVersionStatus: page.versionStatus }))
    putUser(page, store)
    const hasTree = await putNavigation(page, store)
    const route: RouteState = { ...routeState(resolved.facts), surrogateKeys: [], apiCalls: [] }
    const slots = overrideSlots(await loadPageSlots(page, route, store, parts), page.override)
    const alerts = await page.alerts
    for (const { result } of slots) if (result.problem) parts.onSiteFailure(page, result.problem)
    const decisive = slots.filter(({ slot }) => isDecisive(slot))
    const failure = decisive.find(({ error }) => error !== null)?.error ?? null
    const status = statusOf(route.statusCode, decisive, failure)
    const dir = directions.memo(language)
    const own = headOf(page, route, status, { decisive, languages: parts.languages, dir })
    const head: PageHead = { ...own, ...parts.shareImage(own) }
    const [keys, apiCalls] = [calls.keys(), calls.list()]
    // Once per page: the notes about calls, and the decisive slots' word about the status, are part of the route.
    store.dispatch(routeResolved({ ...route, statusCode: status, surrogateKeys: keys, apiCalls }))
    store.dispatch(
      pageComposed({
        head,
        slots: slots.map(({ slot }) => slot),
        releases: overrideReleases(pageReleases(page.releases, slots, parts.files), page.override),
        ...canariesOf(page.releases.shares, page.override),
        ...otherCatalogue(language, parts.languages.primary),
        languages: switcherLinks(head.alternates, parts.languages, searchOf(page, route)),
        ...previewOf(page, parts),
        ...madeFor(page),
        ...(slots.some(({ result }) => result.needsCaptcha) && { allowsCaptcha: true }),
        ...(alerts.key && { alerts: alerts.key }),
        ...(parts.mapTiles && { mapTiles: parts.mapTiles }),
      }),
    )
    return {
      ...page,
      store,
      status,
      responseClass: status >= 500 ? 'error' : page.responseClass,
      isComplete: hasTree && !alerts.hasFailed && isComplete(page, slots),
      keys,
      head,
      slots,
      validUntil: validUntilOf(slots, alerts),
      error: failure ?? (resolved.type === 'error' ? resolved.error : null),
      shownAlerts: alerts,
    }
  }
}

const validUntilOf = (slots: readonly LoadedSlot[], alerts: SiteAlerts): number =>
  Math.min(alerts.validUntil, ...slots.map(({ result }) => result.validUntil ?? Infinity))

/** Remotes that have a slot on a page. */
export const remotesOf = (slots: readonly LoadedSlot[]): ReadonlySet<PageSlot['remote']> =>
  new Set(slots.map(({ slot }) => slot.remote))

/** Who asks, or why they could not be signed in. */
function putUser({ session, signInProblem }: ResolvedPage, store: Store): void {
  if (session) store.dispatch(signInFinished({ user: session.user, credentials: session.credentials }))
  else if (signInProblem) store.dispatch(signInFailed(signInProblem))
}

/** The navigation tree, or the text of its error, into the state; whether the site's tree could be had. */
async function putNavigation({ navigation }: ResolvedPage, store: Store): Promise<boolean> {
  const { root, error } = await navigation
  store.dispatch(root ? navigationLoaded(root) : navigationFailed(error))
  return error === null
}

const madeFor = ({ session, route, needsLogin }: ResolvedPage): Pick<PageState, 'madeFor'> => {
  if (!session) return {}
  return { madeFor: needsLogin || route.auth === 'member' ? 'member' : 'visitor' }
}

const loadPageSlots = async (
  page: ResolvedPage,
  route: RouteState,
  store: Store,
  { languages, sanitise, origin, slotDeadlineMs, inspectFor, onSlotFailure, formGate }: LoadParts,
): Promise<readonly LoadedSlot[]> =>
  loadSlots(slotsOf(page), {
    releases: page.releases,
    store,
    route,
    language: page.language,
    primaryLanguage: languages.primary,
    query: page.target.query,
    posted: page.posted,
    form: page.form,
    formGate: () => formGate(page.formToken),
    client: clientOf(page),
    origin,
    sanitise,
    signal: page.signal,
    deadlineMs: slotDeadlineMs,
    inspect: await inspectFor(page),
    ...(page.preview && { previewed: languages }),
    ...(page.route.type === 'page' &&
      page.route.main.injectRedux && { injectRedux: page.route.main.injectRedux }),
    onFailure: (slot, error) => onSlotFailure(page, slot, error),
  })

/** A page that was asked for in the visitor's own name has the rest of its data from there too. */
const clientOf = ({ route, client, memberClient }: ResolvedPage): ContentClient =>
  (route.auth === 'member' ? memberClient : null) ?? client

const isComplete = ({ route }: ResolvedPage, slots: readonly LoadedSlot[]): boolean =>
  (route.type !== 'page' || route.isComplete) &&
  slots.every(({ error, result }) => error === null && result.problem === undefined)

/** A screen of the site is asked the same in every language: what was searched for, where to go after signing in. A list is not as long. */
const searchOf = ({ target }: ResolvedPage, { staticRoute }: RouteState): string =>
  staticRoute ? target.search : ''

/** Whether the page is nothing without a slot: the main one, and those inside it that are said to be essential. */
export const isDecisive = ({ id, essential }: PageSlot): boolean => id === 'main' || essential === true

/** Decisive slots decide: their failure is the page's, and their loaders may know that there is no such page, the inner ones better. */
function statusOf(status: number, decisive: readonly LoadedSlot[], failure: AppError | null): number {
  if (failure) return failure.status ?? 500
  return decisive.findLast(({ result }) => result.status !== undefined)?.result.status ?? status
}

interface HeadParts extends Pick<LoadParts, 'languages'>, Pick<PageHead, 'dir'> {
  readonly decisive: readonly LoadedSlot[]
}

function headOf(
  { route: resolved, responseClass, language }: ResolvedPage,
  route: RouteState,
  status: number,
  { decisive, languages, dir }: HeadParts,
): PageHead {
  const known = {
    alternates: resolved.facts.alternates ?? [],
    isIndexable: responseClass === 'public' && status === 200,
    dir,
  }
  return {
    ...pageHead(route, language, known),
    ...(resolved.type === 'not-found'
      ? { title: messagesFor(language, languages.primary).notFoundTitle }
      : {}),
    ...decisive.reduce<Partial<PageHead>>((head, { result }) => ({ ...head, ...result.head }), {}),
    language,
    dir,
  }
}

/** What the bar of a preview says; leaving it leads to where visitors find the page. */
function previewOf(
  { preview, versionStatus, route, target, place, language }: ResolvedPage,
  { previewBar, languages }: LoadParts,
): { readonly preview?: PagePreview } {
  if (!preview) return {}
  const { entry = null } = route.facts
  const isPublished = entry?.sys.isPublished !== false
  return {
    preview: previewBar({
      versionStatus,
      entry,
      language,
      messages: messagesFor(language, languages.primary),
      path: target.path,
      search: target.search,
      canExit: preview.canExit,
      publicPath: isPublished ? (entry?.sys.uri ?? (place.preview ? null : target.path)) : null,
    }),
  }
}

function slotsOf({ route, releases }: ResolvedPage): readonly PageSlot[] {
  const frame = releases.table.frameSlots.map((slot): PageSlot => ({ ...slot, props: {} }))
  if (route.type !== 'page') return frame
  const { injectRedux: _injected, ...main } = route.main
  return [{ id: 'main', ...main, props: {} }, ...frame]
}

interface Known extends Pick<PageHead, 'dir' | 'alternates'> {
  readonly isIndexable: boolean
}

/** The head of a page from its route alone; the main slot's loader may know better. */
function pageHead(route: RouteState, language: string, { alternates, isIndexable, dir }: Known): PageHead {
  const { entry, mappedEntry, currentNode } = route
  return {
    title: readText(entry?.entryTitle) ?? readText(mappedEntry?.['title']) ?? currentNode?.displayName ?? '',
    description: readText(entry?.entryDescription) ?? readText(mappedEntry?.['summary']) ?? '',
    language,
    dir,
    canonicalPath: isIndexable ? route.canonicalPath : null,
    alternates,
    ...(isIndexable ? {} : { robots: 'noindex' as const }),
  }
}
