import { isEntry, type Entry, type Node } from '@tessera/shared/content'
import type { ContentClient, HostState } from '@tessera/shared/contract'
import {
  nearPages,
  nearestNode,
  pagesOf,
  wordsOfPath,
  type NearPage,
  type NotFoundContent,
} from './near-paths.ts'
import { mappingOf, matchRoute } from '../releases/routing-table.ts'
import { languageOfPath } from '../http/path-language.ts'
import type { Redirection } from '../features/site/redirect-rules.ts'
import type { ComposedPage } from './finish-page.server.ts'
import type { PageRequest, ShellContext } from './shell-context.server.ts'

/** What is asked, of whom. */
interface NotFoundRequest {
  readonly path: string
  readonly language: string
  readonly navigation: Node | null
  /** Content type whose entry holds the site's own text. */
  readonly contentType: string | null
  readonly client: Pick<ContentClient, 'search' | 'children'>
  readonly sanitise: (html: string) => string
}

const MOST_LINKS = 8

/**
 * Ways on from a path that leads nowhere. Two calls at most, of which there are few different ones, so that they are nearly always
 * answered from what is kept: nothing that a visitor types goes to the platform. Never throws: without them the page is poorer.
 */
async function loadNotFound(request: NotFoundRequest): Promise<NotFoundContent> {
  const { path, navigation, sanitise } = request
  const [own, below] = await Promise.all([
    loadOwnText(request).catch(() => null),
    loadBelow(request).catch(() => []),
  ])
  const sections = (navigation?.children ?? []).filter(isShown).flatMap(linkOf)
  const html = typeof own?.['text'] === 'string' && own['text'].trim() ? sanitise(own['text']) : null
  const links = readLinks(own?.['links'])
  return {
    html,
    near: nearPages(path, [...pagesOf(navigation), ...below].filter(isShown)),
    links: (links.length > 0 ? links : sections).slice(0, MOST_LINKS),
    term: wordsOfPath(path),
  }
}

async function loadOwnText({ contentType, language, client }: NotFoundRequest): Promise<Entry | null> {
  if (contentType === null) return null
  const { items } = await client.search({
    where: [
      { field: 'sys.contentTypeId', equalTo: contentType },
      { field: 'sys.language', equalTo: language },
    ],
    fields: ['text', 'links', 'entryTitle', 'sys.uri'],
    fieldLinkDepths: { links: 1 },
    pageSize: 1,
  })
  return items[0] ?? null
}

/** The pages beside the one that was meant, which the site's tree is not deep enough to hold. */
async function loadBelow({ path, language, navigation, client }: NotFoundRequest): Promise<readonly Node[]> {
  const nearest = nearestNode(navigation, path)
  return nearest ? client.children(nearest.id, { language }) : []
}

const isShown = ({ includeInMenu }: Node): boolean => includeInMenu !== false

const linkOf = ({ displayName, slug, path }: Node): readonly NearPage[] => {
  const label = displayName ?? slug
  return label ? [{ label, path }] : []
}

const readLinks = (value: unknown): readonly NearPage[] =>
  Array.isArray(value)
    ? value.flatMap((one: unknown) =>
        isEntry(one) && one.entryTitle && one.sys.uri ? [{ label: one.entryTitle, path: one.sys.uri }] : [],
      )
    : []

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
