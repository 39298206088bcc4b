import type { HostState } from '@tessera/shared/contract'
import { mappingOf } from '../domain/content-mapping.ts'
import { matchRoute } from '../domain/match-route.ts'
import { languageOfPath } from '../domain/page-language.ts'
import type { Redirection } from '../domain/redirect-rules.ts'
import type { ComposedPage } from '../server/finish-page.server.ts'
import type { PageRequest, ShellContext } from '../server/shell-context.server.ts'
import type { NotFoundContent } from '../domain/near-paths.ts'
import { loadNotFound } from '../state/load-not-found.ts'

/** A page that is elsewhere now. */
export interface MovedPage {
  readonly type: 'moved'
  readonly to: Redirection
}

/** Whether there is nothing at a path; a remote that says so of its own pages shows its own page. */
export const isMissing = ({ status, slots }: ComposedPage): boolean =>
  status === 404 && !slots.some(({ slot }) => slot.id === 'main')

/** What becomes of a path that leads nowhere: an author has said where it leads now, or the not-found page helps on. */
export async function missingPage(
  composed: ComposedPage,
  request: PageRequest,
  shell: ShellContext,
): Promise<MovedPage | ComposedPage> {
  const to = await findRedirect(request, shell)
  if (to) {
    composed.store.dispose()
    return { type: 'moved', to }
  }
  if (request.target.wantsState || request.place.preview) return composed
  const { language } = composed
  const state = composed.store.getState() as unknown as HostState
  const notFound: NotFoundContent = await loadNotFound({
    path: request.target.path,
    language,
    navigation: state.navigation.root,
    contentType: shell.basics.notFoundPage?.contentType ?? null,
    client: request.client,
    sanitise: shell.sanitise,
  })
  return { ...composed, notFound }
}

/** Without the rules, since the platform does not give them, the path is simply not found. */
async function findRedirect(request: PageRequest, shell: ShellContext): Promise<Redirection | null> {
  const { target, client } = request
  if (!shell.redirects || request.place.preview) return null
  try {
    return await shell.redirects.find({
      path: target.path,
      search: target.search,
      client,
      isPage: (path) => isPage(path, request, shell),
    })
  } catch (thrown) {
    shell.onSiteFailure(request, thrown)
    return null
  }
}

async function isPage(
  path: string,
  { releases: { table }, client }: PageRequest,
  { config }: ShellContext,
): Promise<boolean> {
  const { rest } = languageOfPath(path, config.languages)
  if (matchRoute(table.staticRoutes, rest)) return true
  const node = await client.nodeByPath(path, { entryLimits: { fields: ['sys.id'], linkDepth: 0 } })
  return Boolean(node?.entry && mappingOf(node.entry.sys.contentTypeId ?? '', table))
}
