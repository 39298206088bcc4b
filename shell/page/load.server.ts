import type {
  AppError,
  ContentClient,
  PageHead,
  PagePreview,
  PageSlot,
  PageState,
  RemoteName,
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
import { isDecisive, loadSlots, type LoadedSlot, type SlotContext } from './load-slots.server.ts'
import type { PageForms } from './page-forms.ts'
import type { LoadedPage, PageEvents, PagePreviews, PageStaff, ResolvedPage, SiteAlerts } from './page.ts'
import { pageHead, routeError, routeState } from './route.ts'

/** The dependencies of loading. */
export interface LoadParts
  extends Pick<PageEvents, 'onSiteFailure' | 'onSlotFailure'>, Pick<PageState, 'mapTiles'> {
  readonly languages: SiteLanguages
  readonly build: Pick<VersionState, 'commitRef' | 'buildNo'>
  readonly files: FileRules
  readonly sanitise: (html: string) => string
  /** The public origin of the site. */
  readonly origin: string
  /** Deadline for the data of one slot. */
  readonly slotDeadlineMs: number
  readonly inspectFor: PageStaff['inspectFor']
  readonly previewBar: PagePreviews['bar']
  /** The image that other sites show beside a link to a page. */
  readonly shareImage: (head: PageHead) => Pick<PageHead, 'imagePath' | 'imageAlt'>
  /** What the forms of a page post in addition to their fields; with a token when the page is rendered for one visitor. */
  readonly formGate: PageForms['gate']
}

/** Loads the data of every slot into one store. The slots of remotes in `withoutJson` fail: browsers could not be sent their state. */
type Load = (page: ResolvedPage, withoutJson?: readonly RemoteName[]) => Promise<LoadedPage>

/** The second stage of a page; the state is complete afterwards. */
export function createLoader(parts: LoadParts): Load {
  const directions = new LRUCache<string, PageHead['dir']>({ max: 100, memoMethod: directionOf })
  return async (page, withoutJson) => {
    const { route: resolved, language, calls } = page
    const store = createStore({ parts: [{ owner: 'shell', slices: hostSlices }] })
    store.dispatch(versionKnown({ ...parts.build, contensisVersionStatus: page.versionStatus }))
    putUser(page, store)
    const navigationError = await putNavigation(page, store)
    const route: RouteState = { ...routeState(resolved.facts), surrogateKeys: [], apiCalls: [] }
    const slots = overrideSlots(
      await loadPageSlots(page, route, store, { ...parts, withoutJson }),
      page.override,
    )
    const alerts = await page.alerts
    const problems = [navigationError ?? [], problemsOf(page, slots)].flat()
    for (const problem of problems) parts.onSiteFailure(page, problem)
    const decisive = slots.filter(({ slot }) => isDecisive(slot))
    const failure = decisive.find(({ error }) => error !== null)?.error ?? null
    const status = statusOf(route.statusCode, decisive, failure)
    const dir = directions.memo(language)
    const own = headOf(page, route, status, { decisive, languages: parts.languages, dir })
    const head: PageHead = { ...own, ...parts.shareImage(own) }
    const error = failure ?? errorOf(resolved)
    const failed = error && { isError: true, error: routeError(error) }
    const [keys, apiCalls] = [calls.keys(), calls.list()]
    // Dispatched once, at the end: the call record and the status that decisive slots set are part of the route.
    store.dispatch(routeResolved({ ...route, ...failed, statusCode: status, surrogateKeys: keys, apiCalls }))
    store.dispatch(
      pageComposed({
        head,
        slots: slots.map(({ slot }) => slot).filter((slot) => !error || status === 404 || isOfFrame(slot)),
        releases: overrideReleases(pageReleases(page.releases, slots, parts.files), page.override),
        ...canariesOf(page.releases.shares, page.override),
        ...otherCatalogue(language, parts.languages.primary),
        languages: switcherLinks(head.alternates, parts.languages, searchOf(page, route, decisive)),
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
      isComplete: problems.length === 0 && !alerts.hasFailed && slots.every(({ error }) => error === null),
      keys,
      head,
      slots,
      validUntil: validUntilOf(slots, alerts),
      error,
      shownAlerts: alerts,
    }
  }
}

const errorOf = (route: ResolvedPage['route']) => (route.type === 'error' ? route.error : null)

/** Error pages have only the slots of the frame: the browser shows no page whose state has no main slot. */
export const isOfFrame = ({ id, parent }: PageSlot): boolean => id !== 'main' && parent === undefined

const validUntilOf = (slots: readonly LoadedSlot[], alerts: SiteAlerts): number =>
  Math.min(alerts.validUntil, ...slots.map(({ result }) => result.validUntil ?? Infinity))

/** Put the user into the state, or the reason why signing in failed. */
function putUser({ session, signInProblem }: ResolvedPage, store: Store): void {
  if (session) store.dispatch(signInFinished({ user: session.user, credentials: session.credentials }))
  else if (signInProblem) store.dispatch(signInFailed(signInProblem))
}

/** Put the navigation tree, or the text of its error, into the state; gives the error of a tree that failed to load. */
async function putNavigation({ navigation }: ResolvedPage, store: Store): Promise<AppError | null> {
  const { root, error } = await navigation
  store.dispatch(root ? navigationLoaded(root) : navigationFailed(error && error.message))
  return error
}

const madeFor = (page: ResolvedPage): Pick<PageState, 'madeFor'> => {
  const { session, route, needsLogin, preview, candidate, override } = page
  if (!session) return {}
  const isPersonal = needsLogin || route.auth === 'member' || preview?.isPersonal || candidate || override
  return { madeFor: isPersonal ? 'member' : 'visitor' }
}

const loadPageSlots = async (
  page: ResolvedPage,
  route: RouteState,
  store: Store,
  parts: LoadParts & Pick<SlotContext, 'withoutJson'>,
): Promise<readonly LoadedSlot[]> =>
  loadSlots(slotsOf(page), {
    releases: page.releases,
    store,
    route,
    language: page.language,
    primaryLanguage: parts.languages.primary,
    query: page.target.query,
    posted: page.posted,
    form: page.form,
    formGate: () => parts.formGate(page.formToken, page.versionStatus === 'latest'),
    client: clientOf(page),
    origin: parts.origin,
    sanitise: parts.sanitise,
    signal: page.signal,
    deadlineMs: parts.slotDeadlineMs,
    inspect: await parts.inspectFor(page),
    withoutJson: parts.withoutJson,
    ...(page.preview && { previewed: parts.languages }),
    ...(page.route.type === 'page' &&
      page.route.main.injectRedux && { injectRedux: page.route.main.injectRedux }),
    onFailure: (slot, error) => parts.onSlotFailure(page, slot, error),
  })

/** A page that was resolved with the visitor's own token loads the rest of its data with that token too. */
const clientOf = ({ route, client, memberClient }: ResolvedPage): ContentClient =>
  (route.auth === 'member' ? memberClient : null) ?? client

/** Failures of parts without which the page is shown: relatives, translations, and what the loader of a slot reports. */
const problemsOf = ({ route }: ResolvedPage, slots: readonly LoadedSlot[]): readonly unknown[] => [
  ...(route.type === 'page' ? route.problems : []),
  ...slots.flatMap(({ result }) => result.problem ?? []),
]

/**
 * The query that the page's translations keep: what a decisive slot names, such as the filters of a list. Otherwise static routes keep
 * all of it, such as a return path, and content keeps none.
 */
const searchOf = (
  { target }: ResolvedPage,
  { staticRoute }: RouteState,
  decisive: readonly LoadedSlot[],
): string =>
  decisive.findLast(({ result }) => result.sharedSearch !== undefined)?.result.sharedSearch ??
  (staticRoute ? target.search : '')

/** The page has the status of a failed decisive slot, else the one that a decisive slot's loader set; the innermost slot wins. */
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
  const messages = messagesFor(language, languages.primary)
  return {
    ...pageHead(route, language, known),
    ...(resolved.type === 'not-found' ? { title: messages.notFoundTitle } : {}),
    ...decisive.reduce<Partial<PageHead>>((own, { result }) => ({ ...own, ...result.head }), {}),
    language,
    dir,
  }
}

/** The content of the preview bar; its exit link leads to the page's public address. */
function previewOf(
  { preview, versionStatus, route, target, parsedPath, language }: ResolvedPage,
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
      publicPath: isPublished ? (entry?.sys.uri ?? (parsedPath.preview ? null : target.path)) : null,
    }),
  }
}

function slotsOf({ route, releases }: ResolvedPage): readonly PageSlot[] {
  const frame = releases.table.frameSlots.map((slot): PageSlot => ({ ...slot, props: {} }))
  if (route.type !== 'page') return frame
  const { injectRedux: _injected, ...main } = route.main
  return [{ id: 'main', ...main, props: {} }, ...frame]
}
