import {
  toAppError,
  type AppError,
  type PageHead,
  type PageSlot,
  type RouteState,
} from '@tessera/shared/contract'
import type { Node } from '@tessera/shared/content'
import { createStore } from '@tessera/shared/store'
import type { Owned } from '../domain/content-mapping.ts'
import { languageOfPath, directionOf } from '../domain/page-language.ts'
import { menuTree } from '../domain/menu-tree.ts'
import { matchRoute } from '../domain/match-route.ts'
import { readPreviewPath } from '../domain/preview-path.ts'
import type { ResponseClass } from '../domain/response-headers.ts'
import { routeState, type RouteFacts } from '../domain/route-outcome.ts'
import {
  hostSlices,
  navigationFailed,
  navigationLoaded,
  pageComposed,
  routeResolved,
  versionKnown,
} from '../state/host-slices.ts'
import { loadRoute, type MainView, type RouteResult } from '../state/load-route.ts'
import { pageReleases } from './assets.server.ts'
import { loadSlots, type LoadedSlot, type SlotContext } from './load-slots.server.ts'
import { mapEntry } from './map-entry.server.ts'
import { pageHead } from './page-head.server.ts'
import type { PageRequest, ShellContext } from './shell-context.server.ts'

/** A page whose data is complete: one store that every slot is rendered from. */
export interface ComposedPage {
  readonly type: 'page'
  readonly store: SlotContext['store']
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
}

/** Where access sends the visitor instead. */
export interface AccessRedirect {
  readonly type: 'redirect'
  readonly to: 'sign-in' | 'access-denied'
}

/** Resolve a request to a page with all its data, or to where the visitor has to go first. Nothing is rendered here. */
export async function composePage(
  request: PageRequest,
  shell: ShellContext,
): Promise<ComposedPage | AccessRedirect> {
  const { config } = shell
  const { language, rest } = languageOfPath(request.target.path, config.languages)
  const preview = readPreviewPath(rest, config.languages.primary)
  const matched = preview ? null : matchRoute(request.releases.table.staticRoutes, rest)
  const store = createStore({ parts: [{ owner: 'shell', slices: hostSlices }] })
  store.dispatch(versionKnown({ ...shell.build, contensisVersionStatus: request.versionStatus }))

  const tree = loadTree(request, shell, language, store)
  const result = await loadRoute(
    {
      path: request.target.path,
      language,
      supportedLanguages: config.languages.supported,
      visitor: null,
      matched,
      preview,
      facts: placeOf(request, config.projects[0].id),
    },
    {
      client: request.client,
      table: request.releases.table,
      knownTypes: shell.knownTypes,
      tree,
      mapEntry: (mapping, input) => mapEntry(shell, request.releases, mapping, input),
    },
  )
  if (isAccessDecision(result)) return { type: 'redirect', to: result.type }
  const navigation = await tree
  const responseClass: ResponseClass = preview ? 'preview' : matched?.route.private ? 'account' : 'public'
  return finishPage({ request, shell, store, result, language, responseClass, hasTree: navigation !== null })
}

type AccessDecision = Extract<RouteResult, { readonly type: 'sign-in' | 'access-denied' }>

const isAccessDecision = (result: RouteResult): result is AccessDecision =>
  result.type === 'sign-in' || result.type === 'access-denied'

/** The navigation tree, beside the route; without it the page has no menu, and says so in its state. */
async function loadTree(
  request: PageRequest,
  { menus }: ShellContext,
  language: string,
  store: SlotContext['store'],
): Promise<Node | null> {
  try {
    const root = await request.client.rootNode({ depth: 2, language })
    store.dispatch(navigationLoaded(menuOf(root, menus)))
    return root
  } catch (thrown) {
    store.dispatch(navigationFailed(toAppError(thrown).message))
    return null
  }
}

/** A tree that came out of the answer cache is the same object: its menu is made once. */
function menuOf(root: Node, menus: ShellContext['menus']): Node {
  const menu = menus.get(root) ?? menuTree(root)
  menus.set(root, menu)
  return menu
}

function placeOf(
  { target, hostname }: PageRequest,
  project: string,
): Pick<RouteFacts, 'path' | 'location' | 'hostname' | 'project'> {
  return {
    path: target.path,
    location: { pathname: target.path, search: target.search, hash: '' },
    hostname,
    project,
  }
}

interface Unfinished {
  readonly request: PageRequest
  readonly shell: ShellContext
  readonly store: SlotContext['store']
  readonly result: Exclude<RouteResult, AccessDecision>
  readonly language: string
  readonly responseClass: ResponseClass
  readonly hasTree: boolean
}

async function finishPage({
  request,
  shell,
  store,
  result,
  responseClass,
  hasTree,
  ...rest
}: Unfinished): Promise<ComposedPage> {
  const { facts } = result
  const language = facts.entry?.sys.language ?? facts.node?.language ?? rest.language
  const resolved: RouteState = { ...routeState(facts), surrogateKeys: [], apiCalls: [] }
  store.dispatch(routeResolved(resolved))
  const failed: AppError[] = []
  const slots = await loadSlots(slotsOf(result, request), {
    releases: request.releases,
    store,
    route: resolved,
    language,
    query: request.target.query,
    client: request.client,
    sanitise: shell.sanitise,
    signal: request.signal,
    deadlineMs: shell.slotDeadlineMs,
    onFailure: (slot, error) => {
      failed.push(error)
      shell.onSlotFailure(request, slot, error)
    },
  })
  const main = slots.find(({ slot }) => slot.id === 'main')
  const mainError = main && !main.remote ? (failed[0] ?? null) : null
  const status = mainError ? (mainError.status ?? 500) : statusOf(resolved.statusCode, main)
  const head = {
    ...pageHead(resolved, language, {
      alternates: facts.alternates ?? [],
      isIndexable: responseClass === 'public' && status === 200,
    }),
    ...main?.result.head,
    language,
    dir: directionOf(language),
  }
  const keys = request.calls.keys()
  store.dispatch(
    routeResolved({ ...resolved, statusCode: status, surrogateKeys: keys, apiCalls: request.calls.list() }),
  )
  store.dispatch(
    pageComposed({
      head,
      slots: slots.map(({ slot }) => slot),
      releases: pageReleases(request.releases, slots, shell.files),
    }),
  )
  return {
    type: 'page',
    store,
    status,
    responseClass: status >= 500 ? 'error' : responseClass,
    isComplete: failed.length === 0 && hasTree && (result.type !== 'page' || result.isComplete),
    keys,
    language,
    head,
    slots,
    error: mainError ?? (result.type === 'error' ? result.error : null),
  }
}

const statusOf = (status: number, main: LoadedSlot | undefined): number => main?.result.status ?? status

function slotsOf(result: Unfinished['result'], { releases }: PageRequest): readonly PageSlot[] {
  const frame = releases.table.frameSlots.map(({ id, view, hydrate, remote }) => ({
    id,
    view,
    hydrate,
    remote,
    props: {},
  }))
  return result.type === 'page' ? [mainSlot(result.main), ...frame] : frame
}

const mainSlot = ({ remote, view, hydrate }: Owned<Omit<MainView, 'remote'>>): PageSlot => ({
  id: 'main',
  remote,
  view,
  hydrate,
  props: {},
})
