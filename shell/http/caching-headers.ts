import { DEFAULT_CACHE_CONTROL, SURROGATE_MAX_AGE_SECONDS } from '@tessera/shared/config'

/** Whether a response may be cached and which data it may contain: decided before anything is fetched. Source: design 5.2. */
export type ResponseClass = 'public' | 'member' | 'preview' | 'account' | 'error'

/**
 * The class of a response, as caches see it.
 * - `page`: public and complete. `partial`: public, with a part missing. `stale`: public, an expired page from the cache,
 *   because no new one is ready. `outdated`: public, but its content changed while it was being rendered.
 * - `not-found`, `redirect` (to the canonical address), `private` (for one visitor), `failed`, `file` (never changes at its URL).
 */
export type CacheClass =
  'page' | 'partial' | 'stale' | 'outdated' | 'not-found' | 'redirect' | 'private' | 'failed' | 'file'

interface Row {
  readonly cacheControl: string
  /** `Surrogate-Control`, for shared caches: the maximum age in seconds, or a whole directive. */
  readonly surrogate: number | string
  /** The surrogate keys that it gets: the site's, those of the content it was rendered from, the one that every change purges. */
  readonly keys: readonly ('app' | 'own' | 'any-update')[]
}

const YEAR = 'public, max-age=31536000, immutable'
const PARTIAL_SECONDS = 30
const NOT_FOUND_SECONDS = 5

/** The caching of every response, one row for each class. Source: specification 9; reference security 4.2. */
const ROWS: Readonly<Record<CacheClass, Row>> = {
  page: { cacheControl: DEFAULT_CACHE_CONTROL, surrogate: SURROGATE_MAX_AGE_SECONDS, keys: ['app', 'own'] },
  partial: {
    cacheControl: DEFAULT_CACHE_CONTROL,
    surrogate: PARTIAL_SECONDS,
    keys: ['app', 'own', 'any-update'],
  },
  stale: {
    cacheControl: DEFAULT_CACHE_CONTROL,
    surrogate: PARTIAL_SECONDS,
    keys: ['app', 'own', 'any-update'],
  },
  outdated: { cacheControl: DEFAULT_CACHE_CONTROL, surrogate: 'no-store', keys: [] },
  'not-found': {
    cacheControl: DEFAULT_CACHE_CONTROL,
    surrogate: NOT_FOUND_SECONDS,
    keys: ['app', 'any-update'],
  },
  redirect: { cacheControl: DEFAULT_CACHE_CONTROL, surrogate: SURROGATE_MAX_AGE_SECONDS, keys: ['app'] },
  private: { cacheControl: 'private, no-store', surrogate: 'no-store', keys: [] },
  failed: { cacheControl: 'no-store', surrogate: 'no-store', keys: [] },
  file: { cacheControl: YEAR, surrogate: YEAR, keys: [] },
}

/** What is known once a page is finished. */
export interface PageOutcome {
  readonly responseClass: ResponseClass
  readonly status: number
  /** Whether every call and every slot succeeded. */
  readonly isComplete: boolean
  /** Whether rendering failed, whatever the status: a cached copy is better than this page. */
  readonly isFailed?: boolean
}

/** The cache class of a finished page: errors and private pages are not cached. */
export function cacheClassOf({ responseClass, status, isComplete, isFailed }: PageOutcome): CacheClass {
  if (status >= 500 || isFailed) return 'failed'
  if (responseClass !== 'public') return 'private'
  if (status >= 400) return 'not-found'
  return isComplete ? 'page' : 'partial'
}

/** The surrogate keys of a response: those of its class, including `own` where the class has them. */
export function answerKeys(
  cacheClass: CacheClass,
  alias: string,
  own: readonly string[] = [],
): readonly string[] {
  const sets = { app: [appKey(alias)], own, 'any-update': [anyUpdateKey(alias)] }
  return [...new Set(ROWS[cacheClass].keys.flatMap((set) => sets[set]))]
}

/** The caching headers of a response. `keys` come from `answerKeys`. */
export function cachingHeaders(
  cacheClass: CacheClass,
  keys: readonly string[] = [],
  /** Milliseconds until the content stops being valid; a shared cache may not serve it after that. */
  leftMs?: number,
): Readonly<Record<string, string>> {
  const { cacheControl, surrogate } = ROWS[cacheClass]
  return {
    'cache-control': cacheControl,
    'surrogate-control': typeof surrogate === 'number' ? surrogateControl(surrogate, leftMs) : surrogate,
    ...(keys.length > 0 ? { 'surrogate-key': keys.join(' ') } : {}),
  }
}

/** How long a cache in front may serve a response beyond its maximum age while there is no new one: deploy/varnish/default.vcl. */
const GRACE_SECONDS = 86_400

/**
 * Remaining validity whose caching headers do not change from second to second, in milliseconds: Infinity when the content stays
 * valid for longer than any cache serves it, else the maximum age when it lasts that long. Null when the headers do change.
 */
export function stableLifetime(leftMs: number): number | null {
  if (leftMs > (SURROGATE_MAX_AGE_SECONDS + GRACE_SECONDS) * 1_000) return Infinity
  return leftMs >= SURROGATE_MAX_AGE_SECONDS * 1_000 ? SURROGATE_MAX_AGE_SECONDS * 1_000 : null
}

/** Content that stays valid for longer than any cache serves it needs no `must-revalidate`. */
const surrogateControl = (seconds: number, leftMs = Infinity): string =>
  leftMs > (seconds + GRACE_SECONDS) * 1_000
    ? `max-age=${seconds}`
    : `max-age=${Math.max(0, Math.min(seconds, Math.floor(leftMs / 1_000)))}, must-revalidate`

/** The surrogate key of every cacheable response of this site. */
export const appKey = (alias: string): string => `${alias}-app`

/** The surrogate key that every content change purges: for incomplete, stale and not-found pages, and for those with too many keys. */
export const anyUpdateKey = (alias: string): string => `${alias}_any-update`

/** The surrogate key of everything that an app's releases took part in rendering. */
export const releaseKey = (alias: string, app: string): string => `${alias}_r_${app}`

/** An answer of the platform that a page was made from. */
export interface KeyedAnswer {
  readonly keys: readonly string[]
  readonly data: unknown
  /** The URL that was called. */
  readonly url?: string
}

/** Longest list of keys, in characters: with its defaults Varnish refuses a header of more than 8 KB. Source: reference security 4.2. */
export const MAX_KEYS_LENGTH = 7_000

/** The embedded platform's keys: of an entry, a node, or everything of a content type. */
const KEY = /^(.+)_(e|n|ct)_(.+)$/
/** The project in a call's URL: a search may query another project than the site's own. */
const PROJECT = /\/projects\/([\w-]+)\//
/** Platforms may send this key with every answer; every content change would purge a page that has it. */
const isAnyUpdate = (key: string): boolean => key.endsWith('_any-update')
const isSafe = (key: string): boolean => /^[\w.:-]+$/.test(key)

/**
 * The surrogate keys of a page: those of the platform's answers that it was rendered from. When they are too many, keys of entries
 * are replaced by those of their content types; when these are still too many, by the key that every content change purges.
 */
export function pageKeys(
  answers: readonly KeyedAnswer[],
  extra: readonly string[],
  site: { readonly alias: string; readonly projectId: string },
): readonly string[] {
  const facts = answers.map((answer) => factsOf(answer, site.projectId))
  if (!extra.every(isSafe) || facts.some(({ isUnsafe }) => isUnsafe))
    return [...extra, anyUpdateKey(site.alias)]
  if (!facts.some(({ isLong }) => isLong)) {
    const all = unique([...extra, ...facts.flatMap(({ own }) => own)])
    if (fits(all)) return all
  }
  const collapsed = unique([...extra, ...facts.flatMap(({ collapsed: keys }) => keys())])
  return fits(collapsed) ? collapsed : [...extra, anyUpdateKey(site.alias)]
}

const fits = (keys: readonly string[]): boolean => keys.join(' ').length <= MAX_KEYS_LENGTH
const unique = (keys: readonly string[]): readonly string[] => [...new Set(keys)]

/** What has been computed from the keys of an answer. */
interface KeyFacts {
  readonly projectId: string
  readonly data: unknown
  readonly own: readonly string[]
  readonly isUnsafe: boolean
  /** Whether these keys alone are too long for the header. */
  readonly isLong: boolean
  readonly collapsed: () => readonly string[]
}

/** By the array of keys, the same object as long as the answer is cached: the answer that all searches share has hundreds of keys. */
const knownFacts = new WeakMap<readonly string[], KeyFacts>()

function factsOf(answer: KeyedAnswer, projectId: string): KeyFacts {
  const known = knownFacts.get(answer.keys)
  if (known && known.data === answer.data && known.projectId === projectId) return known
  const own = unique(answer.keys.filter((key) => !isAnyUpdate(key)))
  let collapsed: readonly string[] | undefined
  const facts: KeyFacts = {
    projectId,
    data: answer.data,
    own,
    isUnsafe: !own.every(isSafe),
    isLong: !fits(own),
    collapsed: () => (collapsed ??= collapse(own, answer, projectId)),
  }
  knownFacts.set(answer.keys, facts)
  return facts
}

/** The keys of an answer, with content types instead of entries; unchanged when a key is of an unknown kind or an entry has no type. */
function collapse(
  own: readonly string[],
  { data, url = '' }: KeyedAnswer,
  ownProjectId: string,
): readonly string[] {
  const read = own.map((key) => KEY.exec(key))
  const [first] = read
  if (!first || read.some((key) => key === null || key[1] !== first[1])) return own
  const types = contentTypesIn(data)
  if (types === null) return own
  const others = own.filter((_key, index) => read[index]?.[2] !== 'e')
  const projectId = PROJECT.exec(url)?.[1] ?? ownProjectId
  return [...others, ...[...types].map((type) => `${first[1]}_ct_${projectId}_${type}`)]
}

/** The content types of all entries in an answer; null when an entry has none. */
function contentTypesIn(data: unknown): ReadonlySet<string> | null {
  const types = new Set<string>()
  const rest: unknown[] = [data]
  while (rest.length > 0) {
    const one = rest.pop()
    if (typeof one !== 'object' || one === null) continue
    if ('sys' in one && typeof one.sys === 'object' && one.sys !== null && 'id' in one.sys) {
      const type = 'contentTypeId' in one.sys ? one.sys.contentTypeId : null
      if (typeof type !== 'string') return null
      types.add(type)
    }
    rest.push(...Object.values(one))
  }
  return types
}

/** A rendered response that has not been sent yet, independent of the request it goes to. */
export interface PageAnswer {
  readonly status: number
  /** Without caching headers, which follow from the cache class. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly cacheClass: CacheClass
  /** Surrogate keys of the content that it was rendered from. */
  readonly keys: readonly string[]
  /** Apps whose releases took part in rendering it. */
  readonly apps: readonly string[]
  /** When its content stops being valid, in milliseconds since 1970; absent when it always stays valid. */
  readonly validUntil?: number
}
