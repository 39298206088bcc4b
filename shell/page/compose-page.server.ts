import { LRUCache } from 'lru-cache'
import type { Store } from '@tessera/shared/contract'
import { createStore, signInFailed, signInFinished } from '@tessera/shared/store'
import { staticAlternates } from '../http/path-language.ts'
import { matchRoute } from '../releases/routing-table.ts'
import type { ResponseClass } from '../cache/caching-headers.ts'
import type { RouteFacts } from './route-state.ts'
import { hostSlices, navigationFailed, navigationLoaded, versionKnown } from '../state/host-slices.ts'
import { loadRoute } from './resolve-route.ts'
import type { RouteResult, KnownTypes } from './route.ts'
import { finishPage, type ComposedPage } from './finish-page.server.ts'
import { loadTrees, type RequestTrees } from './navigation-trees.server.ts'
import { mapEntry } from './map-entry.server.ts'
import { visitorOf } from './page-request.server.ts'
import type { PageRequest, ShellContext } from './shell-context.server.ts'

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
  const { rest, preview } = request.place
  const { table } = request.releases
  const matched = preview ? null : matchRoute(table.staticRoutes, rest)
  const routeLanguage = matched?.route.language
  const language = routeLanguage ?? request.place.language
  const { outcome, tree, pathOfEntry } = loadTrees(request, shell, language)
  const result = await loadRoute(
    {
      path: request.target.path,
      language,
      supportedLanguages: config.languages.supported,
      visitor: visitorOf(request.session, shell),
      matched,
      preview,
      facts: {
        ...placeOf(request, config.projects[0].id),
        // A static route is there in every language; content says for itself where its translations are.
        ...(matched && !routeLanguage ? { alternates: staticAlternates(rest, config.languages) } : {}),
      },
    },
    {
      client: request.client,
      memberClient: request.memberClient,
      table,
      knownTypes: shell.knownTypes,
      tree,
      pathOfEntry,
      mapEntry: (mapping, input) => mapEntry(shell, request.releases, mapping, input),
    },
  )
  if (result.type === 'sign-in' || result.type === 'access-denied')
    return { type: 'redirect', to: result.type }
  const store = createStore({ parts: [{ owner: 'shell', slices: hostSlices }] })
  store.dispatch(versionKnown({ ...shell.build, contensisVersionStatus: request.versionStatus }))
  putUser(request, store)
  const hasTree = await putTree(outcome, result, store, shell)
  const isPrivate = matched?.route.private === true
  const needsLogin = Boolean(matched?.route.requireLogin)
  const responseClass = classOf(request, result, isPrivate)
  return finishPage({
    request,
    shell,
    store,
    result,
    language,
    routeLanguage,
    responseClass,
    hasTree,
    needsLogin,
  })
}

type Shown = Exclude<RouteResult, { readonly type: AccessRedirect['to'] }>

/** What only some may see, or only one, is kept nowhere. Source: reference security 4.2. */
function classOf({ place, preview }: PageRequest, { lane }: Shown, isPrivate: boolean): ResponseClass {
  if (place.preview || preview) return 'preview'
  if (isPrivate) return 'account'
  return lane === 'member' ? 'member' : 'public'
}

/** Who asks, or why they could not be signed in. */
function putUser({ session, signInProblem }: PageRequest, store: Store): void {
  if (session) store.dispatch(signInFinished({ user: session.user, credentials: session.credentials }))
  else if (signInProblem) store.dispatch(signInFailed(signInProblem))
}

/** The navigation tree, or the text of its error, into the state; whether there is a tree. */
async function putTree(
  outcome: RequestTrees['outcome'],
  result: Shown,
  store: Store,
  { trees }: ShellContext,
): Promise<boolean> {
  const own = result.type === 'page' ? result.ownTree : null
  const found = await outcome
  if (own) store.dispatch(navigationLoaded(own))
  else if ('root' in found) store.dispatch(navigationLoaded(trees.menuOf(found.root)))
  else store.dispatch(navigationFailed(found.error))
  return 'root' in found
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

/** How many paths are remembered, and how long an answer of the platform is used again. */
interface KnownTypesOptions {
  readonly max: number
  readonly freshMs: number
  /** In milliseconds; only differences count. */
  readonly now?: () => number
}

interface Known {
  readonly contentTypeId: string
  readonly since: number
}

/**
 * What content type each path has shown. It is told only when the answer that it was learnt from is no longer used: until then
 * the same question costs no call, and a narrower one would.
 */
export function createKnownTypes({
  max,
  freshMs,
  now = () => performance.now(),
}: KnownTypesOptions): KnownTypes {
  const types = new LRUCache<string, Known>({ max })
  return {
    get(path) {
      const known = types.get(path)
      return known && now() - known.since >= freshMs ? known.contentTypeId : undefined
    },
    set(path, contentTypeId) {
      if (types.peek(path)?.contentTypeId !== contentTypeId) types.set(path, { contentTypeId, since: now() })
    },
  }
}
