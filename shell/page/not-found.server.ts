import { foreignLanguage, isEntry, type Entry, type Node } from '@tessera/shared/content'
import type { ContentClient } from '@tessera/shared/contract'
import { languageOfPath, type SiteLanguages } from '../http/paths.ts'
import { mappingOf, matchRoute } from '../releases/routing-table.ts'
import {
  nearestNode,
  similarPages,
  pagesOf,
  wordsOfPath,
  type SuggestedPage,
  type NotFoundContent,
} from './similar-paths.ts'
import type { Page, PageEvents, ResolvedPage } from './page.ts'
import { isInMenu } from './relatives.ts'
import { statusCode } from './route.ts'

/** The new address of a page that an author has moved. */
export interface Redirection {
  /** Path on this site, or absolute address of another. */
  readonly location: string
  readonly isPermanent: boolean
}

/** Authors' redirects. They are used only when there is no page at a path. */
export interface Redirects {
  /** Where to redirect a visitor; null when no rule matches the path, or when the rules form a loop. */
  find(asked: {
    readonly path: string
    readonly search: string
    readonly client: Pick<ContentClient, 'search'>
    /** Whether there is a page at a path of this site: a chain of redirects ends there. */
    readonly isPage: (path: string) => Promise<boolean>
  }): Promise<Redirection | null>
}

/** The dependencies of missing pages. */
export interface NotFoundParts extends Pick<PageEvents, 'onSiteFailure'> {
  readonly languages: SiteLanguages
  /** Null for a site without redirects. */
  readonly redirects: Redirects | null
  /** Content type whose only entry is the text of the not-found page. */
  readonly notFoundType: string | null
  readonly sanitise: (html: string) => string
}

/** Whether there is no page at a path. A remote that sets 404 for a page of its own shows its own content. */
export const isMissing = ({ route }: ResolvedPage): boolean =>
  route.type !== 'page' && statusCode(route.facts) === 404

/** The author's redirect for a missing page. When the platform fails to give the rules, the page is not found. */
export async function findRedirect(
  page: Page,
  { redirects, languages, onSiteFailure }: NotFoundParts,
): Promise<Redirection | null> {
  const { target, client, parsedPath } = page
  if (!redirects || parsedPath.preview) return null
  try {
    return await redirects.find({
      path: target.path,
      search: target.search,
      client,
      isPage: (path) => isPage(path, page, languages),
    })
  } catch (thrown) {
    onSiteFailure(page, thrown)
    return null
  }
}

async function isPage(
  path: string,
  { releases: { table }, client }: Page,
  languages: SiteLanguages,
): Promise<boolean> {
  const { rest } = languageOfPath(path, languages)
  if (matchRoute(table.staticRoutes, rest)) return true
  const node = await client.nodeByPath(path, { entryLimits: { fields: ['sys.id'], linkDepth: 0 } })
  return Boolean(node?.entry && mappingOf(node.entry.sys.contentTypeId ?? '', table))
}

/** The content of the not-found page; undefined when the state was requested, or when a preview is missing. */
export async function notFoundContent(
  { target, parsedPath, language, client, navigation }: ResolvedPage,
  { notFoundType, sanitise }: NotFoundParts,
): Promise<NotFoundContent | undefined> {
  if (target.wantsState || parsedPath.preview) return undefined
  return loadNotFound({
    path: target.path,
    language,
    navigation: (await navigation).root,
    contentType: notFoundType,
    client,
    sanitise,
  })
}

/** The page to load content for, and the means to load it. */
interface NotFoundRequest {
  readonly path: string
  readonly language: string
  readonly navigation: Node | null
  /** Content type whose entry holds the site's own text. */
  readonly contentType: string | null
  readonly client: Pick<ContentClient, 'search' | 'children'>
  readonly sanitise: (html: string) => string
}

const MAX_LINKS = 8

/**
 * Suggestions for a path without a page. There are two calls at most, with few different values, so that the cache answers nearly
 * all of them: nothing that a visitor types is sent to the platform. Never throws: a failed call only leaves out its part.
 */
async function loadNotFound(request: NotFoundRequest): Promise<NotFoundContent> {
  const { path, navigation, sanitise } = request
  const [own, below] = await Promise.all([
    loadOwnText(request).catch(() => null),
    loadBelow(request).catch(() => []),
  ])
  const sections = (navigation?.children ?? []).filter(isInMenu).flatMap(linkOf)
  const html = typeof own?.['text'] === 'string' && own['text'].trim() ? sanitise(own['text']) : null
  const links = readLinks(own?.['links'], request.language)
  return {
    html,
    near: similarPages(path, [...pagesOf(navigation), ...below].filter(isInMenu)),
    links: (links.length > 0 ? links : sections).slice(0, MAX_LINKS),
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

/** The pages below the nearest known one: the site's tree may not be deep enough to contain them. */
async function loadBelow({ path, language, navigation, client }: NotFoundRequest): Promise<readonly Node[]> {
  const nearest = nearestNode(navigation, path)
  return nearest ? client.children(nearest.id, { language }) : []
}

const linkOf = ({ displayName, slug, path }: Node): readonly SuggestedPage[] => {
  const label = displayName ?? slug
  return label ? [{ label, path }] : []
}

const readLinks = (value: unknown, own: string): readonly SuggestedPage[] =>
  Array.isArray(value)
    ? value.flatMap((one: unknown) =>
        isEntry(one) && one.entryTitle && one.sys.uri
          ? [{ label: one.entryTitle, path: one.sys.uri, ...foreignLanguage(one, own) }]
          : [],
      )
    : []
