import { isObject } from '../domain/content.ts'
import { readFieldLimit } from '../domain/limit-fields.ts'
import { PlatformError } from '../errors.ts'
import { leavesOf, type Clause, type OrderItem, type Query } from '../query/ast.ts'
import { readAggregations } from '../query/read-aggregations.ts'
import { readOrder, readOrderText } from '../query/read-order.ts'
import { readWhere } from '../query/read-where.ts'
import { readZenql } from '../query/read-zenql.ts'
import type { EntryView } from '../workers/read-tasks.ts'
import { readDepths, readJson, readNames, readPaging, type Params } from './params.ts'

/** A search request: by URL (`body` is null), or by a JSON body beside the URL. */
export type SearchRequest = { readonly params: Params; readonly body: unknown }

/** Read a search from its URL and body. Throws `platform/bad-request` and `platform/bad-query`. Source: protocol 1.3. */
export function readSearch(
  asked: SearchRequest,
  user: string | null,
): { readonly query: Query; readonly entryView: EntryView } {
  const value = valuesOf(asked)
  const zenql = value('zenql')
  const read =
    typeof zenql === 'string'
      ? readZenql(zenql, user)
      : { where: readWhere(parsed(value('where'), 'where')), order: [] }
  return {
    query: {
      where: read.where,
      order: read.order.length > 0 ? read.order : orderOf(value('orderBy') ?? value('order')),
      aggregations: readAggregations(parsed(value('aggregations'), 'aggregations')),
      ...readPaging(value('pageIndex'), value('pageSize')),
    },
    entryView: {
      limit: readFieldLimit(readNames(value('fields'), 'fields')),
      depths: readDepths(value('linkDepth'), value('fieldLinkDepths')),
    },
  }
}

/** A parameter by its name: first from the body, then from the URL, because the client puts link depths there even in a POST. */
function valuesOf({ params, body }: SearchRequest): (name: string) => unknown {
  if (body === null) return (name) => params.get(name.toLowerCase())
  if (!isObject(body)) throw new PlatformError('platform/bad-request', 'The body must be a JSON object')
  return (name) => body[name] ?? params.get(name.toLowerCase())
}

const parsed = (value: unknown, name: string): unknown =>
  typeof value === 'string' ? readJson(value, name) : value

const orderOf = (value: unknown): readonly OrderItem[] =>
  typeof value === 'string' ? readOrderText(value) : readOrder(value)

/** Whether any condition of a query asks for the latest version. */
export function wantsLatest(where: Clause): boolean {
  return leavesOf(where).some(
    (leaf) =>
      leaf.kind === 'compare' &&
      leaf.field === 'sys.versionStatus' &&
      leaf.values.some((value) => String(value).toLowerCase() === 'latest'),
  )
}
