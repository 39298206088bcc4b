import type { Client as NpmClient } from 'contensis-delivery-api'
import { DEFAULT_PAGE_SIZE, QUERY_PAGE_SIZE, TAXONOMY_DEPTH } from '../config/index.ts'
import { DEFAULT_VERSION_STATUS, type EntryLimits } from '../content/index.ts'
import type { ClientOptions, ContentClient, SearchQuery } from '../contract/index.ts'
import {
  answerOf,
  dataOf,
  readContentType,
  readEntries,
  readEntryOrNull,
  readOrNull,
  readTaxonomyNode,
} from './answer.ts'
import { callOptions, invalidCall, nodePath, segment } from './call-options.ts'
import type { ContentContext } from './content-fetch.ts'
import { resolveLinks } from './resolve-links.ts'

/** Largest page of a list or a search. Source: reference delivery-api, Limits. */
const MAX_PAGE_SIZE = 10_000

type EntryCalls = Pick<
  ContentClient,
  'contentType' | 'entries' | 'entry' | 'resolveLinks' | 'search' | 'taxonomyNode' | 'taxonomyNodeByPath'
>

/**
 * The client for calls of a need and a project (the site's own unless given), for site-wide calls or for those of single pages.
 * @throws AppError content/invalid-call
 */
export type ClientOf = (need: 'primary' | 'search', projectId?: string, isSiteWide?: boolean) => NpmClient

/** The calls about entries, their types, and the taxonomy. */
export function entryCalls(clientOf: ClientOf, { config, request }: ContentContext): EntryCalls {
  const status = request.versionStatus ?? DEFAULT_VERSION_STATUS
  const search: ContentClient['search'] = async (query) => {
    const plain = searchQuery(query, status)
    const { entries } = clientOf('search', query.projectId, query.isSiteWide)
    return readEntries(dataOf(await answerOf(entries.search(plain as never, query.linkDepth ?? 0))))
  }
  return {
    search,
    ...taxonomyCalls(clientOf),
    async entry(id, options = {}) {
      if (!id) throw invalidCall('A valid entry id needs to be specified.')
      const encoded = segment(id)
      if (encoded === null) return null
      const call = { id: encoded, ...entryOptions(options) }
      return readOrNull(await answerOf(clientOf('primary').entries.get(call)), readEntryOrNull)
    },
    async entries({ contentTypeId, orderBy, pageIndex = 0, pageSize = DEFAULT_PAGE_SIZE, ...options } = {}) {
      if (contentTypeId !== undefined && !segment(contentTypeId)) throw invalidCall(NO_CONTENT_TYPE)
      if (!isPage(pageIndex, pageSize)) throw invalidCall('A valid query needs to be specified.')
      const call = {
        ...(contentTypeId === undefined ? {} : { contentTypeId: encodeURIComponent(contentTypeId) }),
        ...(orderBy?.length ? { order: [...orderBy] } : {}),
        pageOptions: { pageIndex, pageSize },
        ...entryOptions(options),
      }
      return readEntries(dataOf(await answerOf(clientOf('search').entries.list(call))))
    },
    async contentType(contentTypeId) {
      const encoded = contentTypeId ? segment(contentTypeId) : null
      if (encoded === null) throw invalidCall(NO_CONTENT_TYPE)
      return readOrNull(await answerOf(clientOf('search').contentTypes.get(encoded)), readContentType)
    },
    resolveLinks: (entries, { paths, ...options } = {}) =>
      resolveLinks(search, entries, {
        paths,
        language: options.language ?? request.language ?? config.languages.primary,
        versionStatus: options.versionStatus ?? status,
      }),
  }
}

/** Taxonomy calls are site-wide, since all pages that filter by a taxonomy need the same one. */
const taxonomyCalls = (clientOf: ClientOf): Pick<EntryCalls, 'taxonomyNode' | 'taxonomyNodeByPath'> => ({
  async taxonomyNode(key, { language, childDepth = TAXONOMY_DEPTH } = {}) {
    const path = key ? nodePath(key) : null
    if (path === null) return null
    const call = { key: path.slice(1), order: 'defined' as const, childDepth, ...callOptions({ language }) }
    return readOrNull(
      await answerOf(clientOf('search', undefined, true).taxonomy.getNodeByKey(call)),
      readTaxonomyNode,
    )
  },
  async taxonomyNodeByPath(path, { language, childDepth = TAXONOMY_DEPTH, projectId } = {}) {
    if (!path) return null
    const call = { path, order: 'defined' as const, childDepth, ...callOptions({ language }) }
    return readOrNull(
      await answerOf(clientOf('search', projectId, true).taxonomy.getNodeByPath(call)),
      readTaxonomyNode,
    )
  },
})

/** Source: specification 5, Content client. */
const NO_CONTENT_TYPE = 'A valid content type id needs to be specified.'

const entryOptions = ({
  fields,
  linkDepth = 0,
  fieldLinkDepths,
  ...options
}: ClientOptions & EntryLimits) => ({
  linkDepth,
  fields: [...(fields ?? [])],
  fieldLinkDepths: { ...fieldLinkDepths },
  ...callOptions(options),
})

/**
 * A search for the npm client, as plain data, so that the client converts no text to dates. The client ignores the version status of
 * searches, so it is added as a condition, unless the query has one.
 * @throws AppError content/invalid-call
 */
function searchQuery(query: SearchQuery, versionStatus: string) {
  const {
    pageIndex = 0,
    pageSize = QUERY_PAGE_SIZE,
    where,
    orderBy,
    fields,
    fieldLinkDepths,
    aggregations,
  } = query ?? {}
  if (!Array.isArray(where) || !isPage(pageIndex, pageSize))
    throw invalidCall('A valid query needs to be specified.')
  const hasStatus = isAbout(where, 'sys.versionStatus')
  return {
    where: hasStatus ? where : [...where, { field: 'sys.versionStatus', equalTo: versionStatus }],
    pageIndex,
    pageSize,
    ...(orderBy?.length ? { orderBy: [...orderBy] } : {}),
    ...(fields?.length ? { fields: [...fields] } : {}),
    ...(fieldLinkDepths ? { fieldLinkDepths: { ...fieldLinkDepths } } : {}),
    ...(aggregations ? { aggregations } : {}),
  }
}

/** Whether a condition or a nested one uses a field. A recursive walk is cheaper than a search in the JSON of long conditions. */
const isAbout = (condition: unknown, field: string): boolean =>
  typeof condition === 'object' &&
  condition !== null &&
  ((condition as { readonly field?: unknown }).field === field ||
    Object.values(condition).some((inner) => isAbout(inner, field)))

const isPage = (pageIndex: unknown, pageSize: unknown): boolean =>
  isWhole(pageIndex, 0, Infinity) && isWhole(pageSize, 1, MAX_PAGE_SIZE)

const isWhole = (value: unknown, least: number, most: number): boolean =>
  Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most
