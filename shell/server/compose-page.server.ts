import { toAppError, type Store } from '@tessera/shared/contract'
import type { Node } from '@tessera/shared/content'
import { createStore } from '@tessera/shared/store'
import { staticAlternates } from '../domain/page-language.ts'
import { menuTree } from '../domain/menu-tree.ts'
import { matchRoute } from '../domain/match-route.ts'
import type { ResponseClass } from '../domain/response-headers.ts'
import type { RouteFacts } from '../domain/route-outcome.ts'
import { hostSlices, navigationFailed, navigationLoaded, versionKnown } from '../state/host-slices.ts'
import type { Visitor } from '../domain/decide-access.ts'
import { loadRoute, type RouteResult } from '../state/load-route.ts'
import { finishPage, type ComposedPage } from './finish-page.server.ts'
import { mapEntry } from './map-entry.server.ts'
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
  const { language, rest, preview } = request.place
  const matched = preview ? null : matchRoute(request.releases.table.staticRoutes, rest)
  const store = createStore({ parts: [{ owner: 'shell', slices: hostSlices }] })
  store.dispatch(versionKnown({ ...shell.build, contensisVersionStatus: request.versionStatus }))

  const tree = loadTree(request, shell, language, store)
  const result = await loadRoute(
    {
      path: request.target.path,
      language,
      supportedLanguages: config.languages.supported,
      visitor: visitorOf(request, shell),
      matched,
      preview,
      facts: {
        ...placeOf(request, config.projects[0].id),
        // A static route is there in every language; content says for itself where its translations are.
        ...(matched ? { alternates: staticAlternates(rest, config.languages) } : {}),
      },
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
  const responseClass: ResponseClass =
    preview || request.preview ? 'preview' : matched?.route.private ? 'account' : 'public'
  return finishPage({ request, shell, store, result, language, responseClass, hasTree: navigation !== null })
}

const visitorOf = ({ session }: PageRequest, { staff }: ShellContext): Visitor | null =>
  session && { groups: session.user.groups, isStaffMember: staff.isStaff(session) }

const isAccessDecision = (
  result: RouteResult,
): result is Extract<RouteResult, { readonly type: AccessRedirect['to'] }> =>
  result.type === 'sign-in' || result.type === 'access-denied'

/** The navigation tree, beside the route; without it the page has no menu, and says so in its state. */
async function loadTree(
  request: PageRequest,
  { menus }: ShellContext,
  language: string,
  store: Store,
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
