import { DEFAULT_CACHE_CONTROL, SURROGATE_MAX_AGE_SECONDS } from '@tessera/shared/config'

/** How an answer may be kept and what may be said in it: fixed before anything is fetched. Source: design 5.2. */
export type ResponseClass = 'public' | 'member' | 'preview' | 'account' | 'error'

/**
 * The class of an answer, as caches see it.
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
const PARTIAL_SECONDS = 30
const NOT_FOUND_SECONDS = 5

/** Every answer's caching, one row for each class. Source: specification 9; reference security 4.2. */
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
  /** Whether every call and every slot came out as it should. */
  readonly isComplete: boolean
  /** Whether the page could not be made, whatever its status: what was kept of it is better. */
  readonly isFailed?: boolean
}

/** The cache class of a finished page: errors and private pages are not cached. */
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
  /** Until the answer stops being true; a shared cache may not show it beyond that. */
  leftMs?: number,
): Readonly<Record<string, string>> {
  const { cacheControl, surrogate } = ROWS[cacheClass]
  return {
    'cache-control': cacheControl,
    'surrogate-control': typeof surrogate === 'number' ? surrogateControl(surrogate, leftMs) : surrogate,
    ...(keys.length > 0 ? { 'surrogate-key': keys.join(' ') } : {}),
  }
}

/** The longest that a cache in front shows an answer beyond its age, while there is no new one: deploy/varnish/default.vcl. */
const GRACE_SECONDS = 86_400

/**
 * How long an answer stays true that says the same to caches from now until then, in milliseconds: in full where it is longer than
 * any cache shows it, else as much as what is kept anyway. Null for one that says something else every second.
 */
export function steadyLeft(leftMs: number): number | null {
  if (leftMs > (SURROGATE_MAX_AGE_SECONDS + GRACE_SECONDS) * 1_000) return Infinity
  return leftMs >= SURROGATE_MAX_AGE_SECONDS * 1_000 ? SURROGATE_MAX_AGE_SECONDS * 1_000 : null
}

/** What stays true for longer than any cache shows it is as good as what always does. */
const surrogateControl = (seconds: number, leftMs = Infinity): string =>
  leftMs > (seconds + GRACE_SECONDS) * 1_000
    ? `max-age=${seconds}`
    : `max-age=${Math.max(0, Math.min(seconds, Math.floor(leftMs / 1_000)))}, must-revalidate`

/** The key of everything that this site answers. */
export const appKey = (alias: string): string => `${alias}-app`

/** The key that every change of content drops: of pages that were not found, and of those with too many keys. */
export const anyUpdateKey = (alias: string): string => `${alias}_any-update`

/** The key of everything that a release of an app has made. */
export const releaseKey = (alias: string, app: string): string => `${alias}_r_${app}`

/** An answer of the platform that a page was made from. */
export interface KeyedAnswer {
  readonly keys: readonly string[]
  readonly data: unknown
  /** Where it was asked for. */
  readonly url?: string
}

/** Longest list of keys, in characters: with its defaults Varnish refuses a header of more than 8 KB. Source: reference security 4.2. */
export const MAX_KEYS_LENGTH = 7_000

/** The embedded platform's keys: of an entry, a node, or everything of a content type. */
const KEY = /^(.+)_(e|n|ct)_(.+)$/
/** A search may ask another project than the site's own. */
const PROJECT = /\/projects\/([\w-]+)\//
/** Platforms may send this key with every answer; a page that kept it would go with every change. */
const isAnyUpdate = (key: string): boolean => key.endsWith('_any-update')
const isSafe = (key: string): boolean => /^[\w.:-]+$/.test(key)

/**
 * The keys that drop a page when what it shows changes: those of the answers it was made from. Where they are too many, those
 * of entries give way to their content types', and where that is still too many the page goes with every change.
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

/** What the keys of an answer come to. */
interface KeyFacts {
  readonly projectId: string
  readonly data: unknown
  readonly own: readonly string[]
  readonly isUnsafe: boolean
  /** They alone are too many. */
  readonly isLong: boolean
  readonly collapsed: () => readonly string[]
}

/** By the list of the keys, which stays the same while the answer does: what all searches share brings hundreds. */
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

/** The keys of an answer with its entries by content type; all of them when some entry does not say its type. */
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

/** The content types of all entries in an answer; null when there is an entry that does not say its own. */
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

/** An answer before it is sent: everything about it but who asked. */
export interface PageAnswer {
  readonly status: number
  /** All but those of caching, which follow from the class. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly cacheClass: CacheClass
  /** Surrogate keys of what it was made from. */
  readonly keys: readonly string[]
  /** Apps whose releases made it. */
  readonly apps: readonly string[]
  /** When something in it stops being true, in milliseconds since 1970; absent where nothing does. */
  readonly validUntil?: number
}
