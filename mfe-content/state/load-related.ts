import type { JsonObject, LoadRequest, LoadResult } from '@tessera/shared/contract'
import { readLinks } from '../domain/entry-links.ts'
import { asModel, type CouncillorModel, type DocumentModel, type NewsModel } from '../domain/page-model.ts'
import { relatedLoaded } from './content.slice.ts'
import { searchOrNull } from './search-or-null.ts'

const MOST_RELATED = 5

/** How to find related entries of a content type: those with the same value of a field, in an order. */
interface Relation {
  readonly contentType: string
  readonly field: string
  readonly orderBy: string
  readonly valueOf: (model: JsonObject) => string | undefined
}

/** Relations by view. Topics are compared by their key. */
const RELATIONS: Readonly<Record<string, Relation>> = {
  news: {
    contentType: 'newsArticle',
    field: 'topic',
    orderBy: '-publishedDate',
    valueOf: (model) => asModel<NewsModel>(model).topicKey,
  },
  document: {
    contentType: 'document',
    field: 'category',
    orderBy: '-published',
    valueOf: (model) => asModel<DocumentModel>(model).categoryKey,
  },
  councillor: {
    contentType: 'councillor',
    field: 'ward',
    orderBy: 'title',
    valueOf: (model) => asModel<CouncillorModel>(model).ward,
  },
}

/** Loads related entries of the same type by one optional search; nothing for views without a relation. */
export async function loadRelated(request: LoadRequest): Promise<LoadResult> {
  const { route, language, slot } = request
  const relation = RELATIONS[slot.view]
  const value = relation?.valueOf(route.mappedEntry ?? {})
  if (!relation || value === undefined) return {}
  const { items, result } = await searchOrNull(request, {
    where: [
      { field: 'sys.contentTypeId', equalTo: relation.contentType },
      { field: 'sys.language', equalTo: route.entry?.sys.language ?? language },
      { field: relation.field, equalTo: value },
      { not: [{ field: 'sys.id', equalTo: route.entryID ?? '' }] },
    ],
    orderBy: [relation.orderBy],
    pageSize: MOST_RELATED,
    fields: ['entryTitle', 'sys.uri'],
    linkDepth: 0,
  })
  return { ...result, actions: [relatedLoaded(readLinks(items ?? [], language))] }
}
