/** How an answer may be kept and what may be said in it: fixed before anything is fetched. Source: design 5.2. */
export type ResponseClass = 'public' | 'member' | 'preview' | 'account' | 'error'

/**
 * What an answer is to whoever could keep it.
 * - `page`: public and complete. `partial`: public, with a part missing. `stale`: public, kept from before, because what is
 *   new cannot be had yet. `outdated`: public, but what it shows has changed while it was being made.
 * - `not-found`, `redirect` (a tidier address), `private` (of one visitor), `failed`, `file` (never changes under its address).
 */
export type CacheClass =
  'page' | 'partial' | 'stale' | 'outdated' | 'not-found' | 'redirect' | 'private' | 'failed' | 'file'

interface Row {
  readonly cacheControl: string
  /** What a shared cache may do: seconds, or a whole directive. */
  readonly surrogate: number | string
  /** The keys that drop it: of the site, what it was made from, every change at all. */
  readonly keys: readonly ('app' | 'own' | 'any-update')[]
}

const YEAR = 'public, max-age=31536000, immutable'
/** Seconds that a shared cache may keep a public page. Source: specification 9. */
export const SURROGATE_SECONDS = 3_600
const PARTIAL_SECONDS = 30
const NOT_FOUND_SECONDS = 5

/** Every answer's caching, one row for each class. Source: specification 9; reference security 4.2. */
const ROWS: Readonly<Record<CacheClass, Row>> = {
  page: { cacheControl: 'private', surrogate: SURROGATE_SECONDS, keys: ['app', 'own'] },
  partial: { cacheControl: 'private', surrogate: PARTIAL_SECONDS, keys: ['app', 'own', 'any-update'] },
  stale: { cacheControl: 'private', surrogate: PARTIAL_SECONDS, keys: ['app', 'own', 'any-update'] },
  outdated: { cacheControl: 'private', surrogate: 'no-store', keys: [] },
  'not-found': { cacheControl: 'private', surrogate: NOT_FOUND_SECONDS, keys: ['app', 'any-update'] },
  redirect: { cacheControl: 'private', surrogate: SURROGATE_SECONDS, keys: ['app'] },
  private: { cacheControl: 'private, no-store', surrogate: 'no-store', keys: [] },
  failed: { cacheControl: 'no-store', surrogate: 'no-store', keys: [] },
  file: { cacheControl: YEAR, surrogate: YEAR, keys: [] },
}

/** What is known once a page is finished. */
export interface PageOutcome {
  readonly responseClass: ResponseClass
  readonly status: number
  /** Whether every call and every slot came out as it should. */
  readonly isComplete: boolean
  /** Whether the page could not be made, whatever its status: what was kept of it is better. */
  readonly isFailed?: boolean
}

/** What a finished page is to caches: an error is never kept, nor what belongs to one visitor. */
export function cacheClassOf({ responseClass, status, isComplete, isFailed }: PageOutcome): CacheClass {
  if (status >= 500 || isFailed) return 'failed'
  if (responseClass !== 'public') return 'private'
  if (status >= 400) return 'not-found'
  return isComplete ? 'page' : 'partial'
}

/** The surrogate keys of an answer: those of its class, `own` among them where its class has them. */
export function answerKeys(
  cacheClass: CacheClass,
  alias: string,
  own: readonly string[] = [],
): readonly string[] {
  const sets = { app: [appKey(alias)], own, 'any-update': [anyUpdateKey(alias)] }
  return [...new Set(ROWS[cacheClass].keys.flatMap((set) => sets[set]))]
}

/** The caching headers of an answer. `keys` come from `answerKeys`. */
export function cachingHeaders(
  cacheClass: CacheClass,
  keys: readonly string[] = [],
): Readonly<Record<string, string>> {
  const { cacheControl, surrogate } = ROWS[cacheClass]
  return {
    'cache-control': cacheControl,
    'surrogate-control': typeof surrogate === 'number' ? `max-age=${surrogate}` : surrogate,
    ...(keys.length > 0 ? { 'surrogate-key': keys.join(' ') } : {}),
  }
}

/** The key of everything that this site answers. */
export const appKey = (alias: string): string => `${alias}-app`

/** The key of what every change may concern: pages that could not be found, or not be named by their keys. */
export const anyUpdateKey = (alias: string): string => `${alias}_any-update`

/** The key of everything that a release of an app has made. */
export const releaseKey = (alias: string, app: string): string => `${alias}_r_${app}`
