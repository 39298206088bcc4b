import { isEntry, type Entry, type Node } from '@tessera/shared/content'
import type { ContentClient } from '@tessera/shared/contract'
import { languageOfPath, type SiteLanguages } from '../http/paths.ts'
import { mappingOf, matchRoute } from '../releases/routing-table.ts'
import {
  nearestNode,
  nearPages,
  pagesOf,
  wordsOfPath,
  type NearPage,
  type NotFoundContent,
} from './near-paths.ts'
import type { Page, PageEvents, ResolvedPage } from './page.ts'
import { statusCode } from './route.ts'

/** Where an author has said that a page is now. */
export interface Redirection {
  /** Path of this site, or address of another. */
  readonly location: string
  readonly isPermanent: boolean
}

/** Authors' redirects. They are looked at only when there is no page at a path. */
export interface Redirects {
  /** Where to send a visitor; null when nothing is said of the path, or when it would lead in a circle. */
  find(asked: {
    readonly path: string
    readonly search: string
    readonly client: Pick<ContentClient, 'search'>
    /** Whether there is a page at a path of this site: a chain of redirects ends there. */
    readonly isPage: (path: string) => Promise<boolean>
  }): Promise<Redirection | null>
}

/** What a missing page takes besides the page. */
export interface NotFoundParts extends Pick<PageEvents, 'onSiteFailure'> {
  readonly languages: SiteLanguages
  /** Null for a site without. */
  readonly redirects: Redirects | null
  /** Content type whose one entry is what the not-found page says. */
  readonly notFoundType: string | null
  readonly sanitise: (html: string) => string
}

/** Whether there is nothing at a path; a remote that says so of its own pages shows its own page. */
export const isMissing = ({ route }: ResolvedPage): boolean =>
  route.type !== 'page' && statusCode(route.facts) === 404

/** Where an author has said that a missing page is now. Without the rules, since the platform does not give them, it is not found. */
export async function findRedirect(
  page: Page,
  { redirects, languages, onSiteFailure }: NotFoundParts,
): Promise<Redirection | null> {
  const { target, client, place } = page
  if (!redirects || place.preview) return null
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

/** What the not-found page says; nothing where it is not shown as a document, or where a preview is missing. */
export async function notFoundContent(
  { target, place, language, client, navigation }: ResolvedPage,
  { notFoundType, sanitise }: NotFoundParts,
): Promise<NotFoundContent | undefined> {
  if (target.wantsState || place.preview) return undefined
  return loadNotFound({
    path: target.path,
    language,
    navigation: (await navigation).root,
    contentType: notFoundType,
    client,
    sanitise,
  })
}

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
