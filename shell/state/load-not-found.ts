import { isEntry, type Entry, type Node } from '@tessera/shared/content'
import type { ContentClient } from '@tessera/shared/contract'
import {
  nearPages,
  nearestNode,
  pagesOf,
  wordsOfPath,
  type NearPage,
  type NotFoundContent,
} from '../domain/near-paths.ts'

/** What is asked, of whom. */
export interface NotFoundRequest {
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
export async function loadNotFound(request: NotFoundRequest): Promise<NotFoundContent> {
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
