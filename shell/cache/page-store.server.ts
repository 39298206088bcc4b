import { hash } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { TRACKING_PARAMETERS } from '@tessera/shared/config'
import { createTaggedCache } from '@tessera/shared/io'
import { encode, isWorthEncoding, toUtf8, type Encoding } from '../http/compress.server.ts'
import { answerKeys, cachingHeaders, type PageAnswer, type CacheClass } from '../http/caching-headers.ts'
import type { RequestTarget } from '../http/paths.ts'

/** Content encoding of a body. */
export type BodyEncoding = Encoding | 'identity'

/** A cached page: each encoding of its body is created once, on first use. */
export interface StoredPage {
  readonly answer: Omit<PageAnswer, 'body'>
  /** Hash of the body, the beginning of its strong ETags. */
  readonly tag: string
  readonly bodies: Readonly<Partial<Record<BodyEncoding, Buffer>>>
  /** By the monotonic clock, in milliseconds. */
  readonly madeAt: number
  /** The releases that rendered it. */
  readonly stamp: string
  /** No revalidation before this time, since the last one failed. */
  readonly retryAfter: number
}

/** A page with its cache status: fresh from the cache, stale, or rendered just now. */
export interface ServedPage {
  readonly page: StoredPage
  readonly how: 'hit' | 'stale' | 'made'
  readonly ageMs: number
  /** Milliseconds until its content stops being valid, negative after that; absent when it always stays valid. */
  readonly leftMs?: number
}

/** Convert a response to the form in which the cache stores it. */
export function storePage(
  { body, ...answer }: PageAnswer,
  { madeAt, stamp }: Pick<StoredPage, 'madeAt' | 'stamp'>,
): StoredPage {
  const identity = toUtf8(body)
  return {
    answer,
    tag: hash('sha256', identity, 'base64url'),
    bodies: { identity },
    madeAt,
    stamp,
    retryAfter: 0,
  }
}

/**
 * The body in an encoding; when it had to be encoded, `page` is a copy that has the new encoding too. Large bodies are encoded here too,
 * once for all visitors: whatever encoded them later would not know that each encoding has its own ETag.
 */
export function bodyOf(
  page: StoredPage,
  wanted: BodyEncoding,
): { readonly body: Buffer; readonly encoding: BodyEncoding; readonly page: StoredPage } {
  const encoding = isWorthCaching(page, wanted) ? wanted : 'identity'
  const known = page.bodies[encoding]
  if (known) return { body: known, encoding, page }
  const identity = identityOf(page.bodies)
  const body = encoding === 'identity' ? identity : encode(identity, encoding)
  // The uncompressed body is dropped once there is a compressed one: few clients need it, and decompression restores it.
  const { identity: _plain, ...small } = page.bodies
  return { body, encoding, page: { ...page, bodies: { ...small, [encoding]: body } } }
}

const isWorthCaching = ({ bodies }: StoredPage, wanted: BodyEncoding): boolean =>
  wanted !== 'identity' && (bodies[wanted] !== undefined || isWorthEncoding(identityOf(bodies).length))

function identityOf({ identity, br, gzip }: StoredPage['bodies']): Buffer {
  if (identity) return identity
  return br ? brotliDecompressSync(br) : gzip ? gunzipSync(gzip) : Buffer.alloc(0)
}

/** Approximate bytes in memory. */
export function sizeOf({ answer, bodies, stamp }: StoredPage): number {
  const body = Object.values(bodies).reduce((sum, one) => sum + one.length, 0)
  return body + stamp.length + answer.keys.length * KEY_BYTES + PAGE_BYTES
}

/** Estimates for a surrogate key with its place in the index, and for a page with its headers. */
const KEY_BYTES = 120
const PAGE_BYTES = 1_200

/** The ETag of a page in an encoding: each encoding has its own. */
export const etagOf = ({ tag }: StoredPage, encoding: BodyEncoding): string =>
  encoding === 'identity' ? `"${tag}"` : `"${tag}-${encoding}"`

/** Whether `If-None-Match` names the page in any of its encodings: all have the same content. */
export function matchesEtag({ tag }: StoredPage, header: string | undefined): boolean {
  if (header === undefined) return false
  if (header.trim() === '*') return true
  return header
    .split(',')
    .map((one) => one.trim().replace(/^W\//, ''))
    .some((one) => one.slice(1, -1).replace(/-(br|gzip)$/, '') === tag)
}

/** The cache of public pages in this process, by request, with invalidation by surrogate key. */
export interface PageStore {
  get(key: string): StoredPage | undefined
  /** Store a page. With `hasQuery` only when its address is requested again: the number of such addresses is unlimited. */
  set(key: string, page: StoredPage, hasQuery: boolean): void
  /** Replace a page by the same page with another encoding; nothing when it was dropped meanwhile. */
  replace(key: string, before: StoredPage, page: StoredPage): void
  delete(key: string): void
  dropByKeys(keys: readonly string[]): number
  clear(): void
  readonly size: number
  readonly bytes: number
}

interface Options {
  readonly maxEntries: number
  readonly maxBytes: number
  readonly alias: string
}

/** Maximum age, even while the platform is down. Source: reference security 3.6, X3. */
const MAX_AGE_MS = 24 * 3_600_000
const MAX_REQUESTS = 10_000

/** Which responses may be stored at all. */
export const isStorable = (cacheClass: CacheClass): boolean =>
  cacheClass === 'page' || cacheClass === 'not-found'

/** An empty store. */
export function createPageStore({ maxEntries, maxBytes, alias }: Options): PageStore {
  const pages = createTaggedCache<StoredPage>({
    maxEntries,
    maxBytes,
    sizeOf,
    // The keys of the header: the same key drops the same pages here and in a CDN.
    tagsOf: ({ answer }) => answerKeys(answer.cacheClass, alias, answer.keys),
  })
  const asked = new LRUCache<string, true>({ max: MAX_REQUESTS })
  const isFirst = (key: string): boolean => {
    const before = asked.has(key)
    asked.set(key, true)
    return !before
  }
  return {
    get: (key) => pages.get(key),
    set(key, page, hasQuery) {
      if (hasQuery && isFirst(key)) return
      pages.set(key, page, MAX_AGE_MS)
    },
    replace(key, before, page) {
      if (pages.get(key) === before) pages.set(key, page, MAX_AGE_MS)
    },
    delete: (key) => pages.delete(key),
    dropByKeys: (keys) => pages.dropByTags(keys),
    clear: () => pages.clear(),
    get size() {
      return pages.size
    },
    get bytes() {
      return pages.bytes
    },
  }
}

/** Source: RFC 9211. */
const STATUS: Readonly<Record<ServedPage['how'], string>> = {
  hit: 'shell; hit',
  stale: 'shell; hit; detail=stale',
  made: 'shell; fwd=miss',
}

/** The headers of a public page in an encoding, with its cache status. */
export function pageHeaders(
  { page, how, ageMs, leftMs }: ServedPage,
  encoding: BodyEncoding,
  alias: string,
): Readonly<Record<string, string>> {
  const { answer } = page
  const cacheClass = how === 'stale' && answer.cacheClass !== 'private' ? 'stale' : answer.cacheClass
  return {
    vary: 'accept-encoding',
    ...answer.headers,
    ...cachingHeaders(cacheClass, answerKeys(cacheClass, alias, answer.keys), leftMs),
    'cache-status': STATUS[how],
    ...(how === 'stale' && { age: String(Math.round(ageMs / 1_000)) }),
    ...(isStorable(answer.cacheClass) && { etag: etagOf(page, encoding) }),
    ...(encoding !== 'identity' && { 'content-encoding': encoding }),
  }
}

/** The same for a 304: without headers about the body. */
export function notModifiedHeaders(
  headers: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const { 'content-type': _type, 'content-encoding': _encoding, ...kept } = headers
  return kept
}

/** The target of a public page, and the query parameters that it leaves out. */
interface PublicTarget {
  readonly target: RequestTarget
  /** Without its `?`, or empty. */
  readonly tracking: string
}

/**
 * The target that a public page is rendered for: without tracking parameters, the others sorted by name. So all visitors share one
 * page, and the tracking parameters of one visitor never appear in the page of another.
 */
export function publicTarget(target: RequestTarget): PublicTarget {
  const tracks = (name: string): boolean => TRACKING_PARAMETERS.test(name)
  // A single parameter needs no sorting.
  if (!target.search.includes('&') && !Object.keys(target.query).some(tracks)) return { target, tracking: '' }
  const all = [...new URLSearchParams(target.search)]
  const kept = new URLSearchParams(all.filter(([name]) => !tracks(name)))
  kept.sort()
  const query = Object.fromEntries(Object.entries(target.query).filter(([name]) => !tracks(name)))
  return {
    target: { ...target, query, search: kept.size > 0 ? `?${kept.toString()}` : '' },
    tracking: new URLSearchParams(all.filter(([name]) => tracks(name))).toString(),
  }
}

/** A copy of a redirect with this visitor's tracking parameters in its `Location`, which the cached page never has. */
export function withTracking(served: ServedPage, tracking: string): ServedPage {
  const { answer } = served.page
  const { location } = answer.headers
  if (tracking === '' || location === undefined) return served
  const [address = '', ...fragment] = location.split('#')
  const to = [`${address}${address.includes('?') ? '&' : '?'}${tracking}`, ...fragment].join('#')
  return {
    ...served,
    page: { ...served.page, answer: { ...answer, headers: { ...answer.headers, location: to } } },
  }
}

/**
 * The cache key: everything that a public page depends on; `set` names the releases, when not all visitors see the same ones. The path
 * comes last, since it is decoded: only it may hold a space or a `?` of its own, so no two addresses have one key.
 */
export const pageKey = (
  { path, search, wantsState }: Pick<RequestTarget, 'path' | 'search' | 'wantsState'>,
  hostname: string,
  set = '',
): string => `${wantsState ? 'state' : 'html'}${set} ${hostname} ${search} ${path}`
