import { STATUS_CODES } from 'node:http'
import { LRUCache } from 'lru-cache'
import type { Limits } from '../config/index.ts'
import {
  isObject,
  isEntry,
  type ContentType,
  type Entry,
  type Node,
  type PagedList,
  type TaxonomyNode,
} from '../content/index.ts'
import type { AppError, JsonObject, PlatformRefusal } from '../contract/index.ts'
import { badAnswer, contentError } from './errors.ts'
import { hasTypedSys } from './system-fields.ts'
import type { WireAnswer } from './transport.server.ts'

/** A parsed answer of the platform. Its data is frozen, since several requests may share it. */
export interface Answer {
  readonly status: number
  /** The parsed JSON; null where a status other than 200 has no JSON. */
  readonly data: unknown
  /** Whether the body was JSON, or empty with a status other than 200. */
  readonly isReadable: boolean
  readonly keys: readonly string[]
  readonly bytes: number
  /** Only with a status other than 200: the requested URL without the access token. */
  readonly url?: string
  /** When the platform wants to be asked again, if it says so. */
  readonly retryAfterSeconds?: number
}

/** Parses the HTTP answer to a call. @throws AppError content/bad-answer */
export type AnswerReader = (
  call: { readonly method: string; readonly url: string; readonly isPublic: boolean },
  wire: WireAnswer,
) => Answer

/** Memory for each byte of a body: for the body itself and the JSON parsed from it. */
const BYTES_PER_BYTE = 4

/** Deeper answers are refused: recursion over them could overflow the stack. Source: reference security 1.16. */
const MAX_JSON_DEPTH = 64

/**
 * A reader that remembers the bodies of public answers. Most answers equal the previous one for their URL: such a body is neither
 * decoded nor parsed again. Its data and key list stay the same objects, so that menus and page models made from them are reused.
 * This is no answer cache: the platform is called every time.
 */
export function createAnswerReader({ cacheEntries, cacheBytes }: Limits): AnswerReader {
  const known = new LRUCache<string, { readonly body: Buffer } & Pick<Answer, 'data' | 'keys'>>({
    max: cacheEntries,
    maxSize: cacheBytes,
    sizeCalculation: ({ body }, key) => body.length * BYTES_PER_BYTE + key.length + 1,
  })
  return (call, wire) => {
    if (!call.isPublic || call.method !== 'GET' || wire.status !== 200) return readAnswer(wire)
    const before = known.get(call.url)
    if (before?.body.equals(wire.body)) {
      const keys = isSameList(before.keys, wire.keys) ? before.keys : wire.keys
      if (keys !== before.keys) known.set(call.url, { ...before, keys })
      return { status: 200, data: before.data, isReadable: true, keys, bytes: wire.body.length }
    }
    const answer = readAnswer(wire)
    known.set(call.url, { body: wire.body, data: answer.data, keys: answer.keys })
    return answer
  }
}

const isSameList = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((text, at) => text === other[at])

/**
 * Parse an HTTP answer. Anything other than a 200 with JSON or a status from 400 on is a bad answer: it must never be taken
 * for content or for "not found". Source: reference security D7.
 */
function readAnswer(wire: WireAnswer): Answer {
  const { status, keys } = wire
  const bytes = wire.body.length
  // Also without the byte order mark that some servers write before JSON.
  const text = wire.body.toString().trimStart()
  if (status === 200) return { status, data: readJson(text), isReadable: true, keys, bytes }
  if (status < 400) throw badAnswer(`status ${status}`)
  return { status, ...readRefusal(text), keys: [], bytes }
}

function readRefusal(text: string): Pick<Answer, 'data' | 'isReadable'> {
  if (text.trim() === '') return { data: null, isReadable: true }
  try {
    return { data: readJson(text), isReadable: true }
  } catch {
    // The status is enough: with a gateway's HTML page only the platform's message is missing in the log.
    return { data: null, isReadable: false }
  }
}

/** Parse JSON from the platform: bounded in depth, without `__proto__` keys, frozen. */
function readJson(text: string): unknown {
  if (text.trim() === '') throw badAnswer('empty body')
  let data: unknown
  try {
    data = JSON.parse(text)
  } catch (cause) {
    throw badAnswer('not JSON', cause)
  }
  checkAndFreeze(data, 0)
  return data
}

/** Checks the depth, removes `__proto__` keys and freezes in one pass, since it runs for every answer. */
function checkAndFreeze(value: unknown, depth: number): void {
  if (typeof value !== 'object' || value === null) return
  if (depth >= MAX_JSON_DEPTH) throw badAnswer(`deeper than ${MAX_JSON_DEPTH} levels`)
  if (Array.isArray(value)) {
    for (const item of value) checkAndFreeze(item, depth + 1)
  } else {
    for (const key in value) checkAndFreeze((value as Record<string, unknown>)[key], depth + 1)
    if (Object.hasOwn(value, '__proto__')) delete (value as Record<string, unknown>)['__proto__']
  }
  Object.freeze(value)
}

/**
 * The result of `read` for a 200; null for a 404 of the platform itself.
 * @throws AppError content/unauthorised, content/forbidden, content/failed, content/bad-answer
 */
export function readOrNull<T>(answer: Answer, read: (data: unknown) => T): T | null {
  if (answer.status !== 404) return read(dataOf(answer))
  // A 404 with HTML comes from a gateway and does not mean that the content does not exist.
  if (!answer.isReadable) throw badAnswer('404 that is not JSON')
  return null
}

/** The data of a 200. @throws AppError content/unauthorised, content/forbidden, content/failed */
export function dataOf(answer: Answer): unknown {
  if (answer.status === 200) return answer.data
  throw refused(refusalOf(answer), answer.retryAfterSeconds)
}

/** An answer other than 200, as status handlers get it. Source: specification 7: status, statusText, url and data. */
export const refusalOf = ({ status, data, url = '' }: Answer): PlatformRefusal => ({
  status,
  // HTTP/2 has no reason phrases, so these are the standard ones.
  statusText: STATUS_CODES[status] ?? '',
  url,
  data,
})

function refused({ status, statusText, url, data }: PlatformRefusal, retryAfterSeconds?: number): AppError {
  const upstream = messageOf(data)
  const details = { status, statusText, url, upstream, ...(retryAfterSeconds && { retryAfterSeconds }) }
  // Not enumerable: code that catches the error can read it, but no log contains the platform's answer.
  Object.defineProperty(details, 'data', { value: data })
  if (status === 401) return contentError('content/unauthorised', { details })
  if (status === 403) return contentError('content/forbidden', { details })
  return contentError('content/failed', { status, details })
}

const messageOf = (data: unknown): string | null => {
  const message = (data as { readonly message?: unknown } | null)?.message
  return typeof message === 'string' ? message : null
}

// The following functions validate the platform's data: only what other code relies on, all else may be missing.
// Each of them throws AppError content/bad-answer.

/** An entry with an id, whose system fields that pages read have the right types. */
function readEntry(data: unknown): Entry {
  if (!isEntry(data)) return fail('an entry has no sys.id')
  return hasTypedSys(data.sys) ? data : fail('a system field of an entry has the wrong type')
}

/**
 * An entry with an id; null, which means "not found", where `sys` has no id. Data without `sys` is a bad answer.
 * Source: specification 4, Access and routing; docs/decisions/0035.
 */
export const readEntryOrNull = (data: unknown): Entry | null => (hasNoId(data) ? null : readEntry(data))

const hasNoId = (data: unknown): boolean =>
  isObject(data) && isObject(data['sys']) && [undefined, null, ''].includes(data['sys']['id'] as undefined)

/** A node with an id and a path, and valid descendants. An entry without an id is removed from its node. */
export function readNode(data: unknown): Node {
  if (!isObject(data) || !isText(data['id']) || !isText(data['path']))
    return fail('a node has no id or no path')
  const { entry = null, children = null } = data
  const own = entry === null ? null : readEntryOrNull(entry)
  const below = children === null ? null : readNodes(children)
  // An unchanged answer is returned itself, so that menus and page models made from it are reused.
  if (own === entry && below === children) return data as unknown as Node
  return { ...data, entry: own ?? undefined, children: below ?? undefined } as unknown as Node
}

/** A list of nodes. */
export function readNodes(data: unknown): readonly Node[] {
  if (!Array.isArray(data)) return fail('a list of nodes is no list')
  const nodes = data.map(readNode)
  return nodes.every((node, at) => node === data[at]) ? (data as readonly Node[]) : nodes
}

/** A page of a list of entries, with its counts. */
export function readEntries(data: unknown): PagedList<Entry> {
  if (!isObject(data) || !Array.isArray(data['items'])) return fail('a list of entries has no items')
  const counts = [data['totalCount'], data['pageCount'], data['pageIndex'], data['pageSize']]
  if (!counts.every(Number.isSafeInteger)) return fail('a list of entries has no counts')
  data['items'].forEach(readEntry)
  return data as unknown as PagedList<Entry>
}

/** A taxonomy node with key and name, and valid descendants. */
export function readTaxonomyNode(data: unknown): TaxonomyNode {
  if (!isObject(data) || !isText(data['key']) || !isText(data['name']))
    return fail('a taxonomy node has no key or no name')
  const { children } = data
  if (Array.isArray(children)) children.forEach(readTaxonomyNode)
  else if (children !== undefined && children !== null) fail('the children of a taxonomy node are no list')
  return data as unknown as TaxonomyNode
}

/** A content type with an id. */
export const readContentType = (data: unknown): ContentType =>
  isObject(data) && isText(data['id']) ? (data as unknown as ContentType) : fail('a content type has no id')

/** A form map with a form. Source: specification 3, Form entities. */
export function readFormMap(data: unknown): JsonObject {
  return isObject(data) && isObject(data['form']) ? (data as JsonObject) : fail('a form map has no form')
}

/** A form of the Forms API: a content type with fields. */
export function readFormContentType(data: unknown): JsonObject {
  return isObject(data) && Array.isArray(data['fields']) ? (data as JsonObject) : fail('a form has no fields')
}

/** How often each choice of a form's field was given. */
export function readAnswerCounts(data: unknown): Readonly<Record<string, number>> {
  const counts = isObject(data) ? data['counts'] : null
  return isObject(counts) && Object.values(counts).every(Number.isSafeInteger)
    ? (counts as Readonly<Record<string, number>>)
    : fail('counted answers have no counts')
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

function fail(reason: string): never {
  throw badAnswer(reason)
}

/** Casts a promise of the npm client: by its types it gives content, but here it gives an Answer; see createNpmClient. */
export const answerOf = (called: Promise<unknown>): Promise<Answer> => called as Promise<Answer>
