import { isEntry } from '../content/index.ts'
import type { Entry, Node, PagedList, TaxonomyNode } from '../content/index.ts'
import type { JsonObject } from '../contract/index.ts'
import { contentError } from './errors.ts'

// What the rest of the product relies on, checked where foreign data enters; all else may be missing.
// Every function throws AppError content/bad-answer.

/** An entry with an id. */
export function readEntry(data: unknown): Entry {
  return isEntry(data) ? data : fail('an entry has no sys.id')
}

/** A node with an id and a path, and the same for all below it. */
export function readNode(data: unknown): Node {
  if (!isObject(data) || !isText(data['id']) || !isText(data['path']))
    return fail('a node has no id or no path')
  const { entry, children } = data
  if (entry !== undefined && entry !== null) readEntry(entry)
  if (children !== undefined && children !== null) readNodes(children)
  return data as unknown as Node
}

/** A list of nodes. */
export function readNodes(data: unknown): readonly Node[] {
  return Array.isArray(data) ? data.map(readNode) : fail('a list of nodes is no list')
}

/** A page of entries with its counts. */
export function readEntries(data: unknown): PagedList<Entry> {
  if (!isObject(data) || !Array.isArray(data['items'])) return fail('a list of entries has no items')
  const counts = [data['totalCount'], data['pageCount'], data['pageIndex'], data['pageSize']]
  if (!counts.every(Number.isSafeInteger)) return fail('a list of entries has no counts')
  data['items'].forEach(readEntry)
  return data as unknown as PagedList<Entry>
}

/** A taxonomy node with key and name, and the same for all below it. */
export function readTaxonomyNode(data: unknown): TaxonomyNode {
  if (!isObject(data) || !isText(data['key']) || !isText(data['name']))
    return fail('a taxonomy node has no key or no name')
  const { children } = data
  if (Array.isArray(children)) children.forEach(readTaxonomyNode)
  else if (children !== undefined && children !== null) fail('the children of a taxonomy node are no list')
  return data as unknown as TaxonomyNode
}

/** A form map that holds a form. Source: specification 3, Form entities. */
export function readFormMap(data: unknown): JsonObject {
  return isObject(data) && isObject(data['form']) ? (data as JsonObject) : fail('a form map has no form')
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function fail(reason: string): never {
  throw contentError('content/bad-answer', { details: { reason } })
}
