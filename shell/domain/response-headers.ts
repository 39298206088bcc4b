/** How an answer may be kept and what may be said in it: fixed before anything is fetched. Source: design 5.2. */
export type ResponseClass = 'public' | 'member' | 'preview' | 'account' | 'error'

/** Seconds that a shared cache may keep a public page. Source: specification 9. */
export const SURROGATE_SECONDS = 3_600
const PARTIAL_SECONDS = 30
const NOT_FOUND_SECONDS = 5
/** Longest `surrogate-key` header, in characters; Varnish refuses more than 8 KB with its defaults. */
const MAX_KEYS_LENGTH = 7_000

/** What is known once a page is finished. */
export interface PageOutcome {
  readonly responseClass: ResponseClass
  readonly status: number
  /** Whether every call and every slot came out as it should. */
  readonly isComplete: boolean
  readonly keys: readonly string[]
  /** Name of the site in surrogate keys. */
  readonly alias: string
}

/** The caching headers of a finished page. Source: specification 9; an error is never kept. */
export function cachingHeaders(outcome: PageOutcome): Readonly<Record<string, string>> {
  const { responseClass, status } = outcome
  if (status >= 500) return { 'cache-control': 'no-store', 'surrogate-control': 'no-store' }
  if (responseClass !== 'public')
    return { 'cache-control': 'private, no-store', 'surrogate-control': 'no-store' }
  return {
    'cache-control': 'private',
    'surrogate-control': `max-age=${lifetimeSeconds(outcome)}`,
    'surrogate-key': surrogateKeyHeader(outcome),
  }
}

function lifetimeSeconds({ status, isComplete }: PageOutcome): number {
  if (status >= 400) return NOT_FOUND_SECONDS
  return isComplete ? SURROGATE_SECONDS : PARTIAL_SECONDS
}

function surrogateKeyHeader({ status, isComplete, keys, alias }: PageOutcome): string {
  const anyUpdate = `${alias}_any-update`
  if (status >= 400) return `${alias}-app ${anyUpdate}`
  const all = [`${alias}-app`, ...keys, ...(isComplete ? [] : [anyUpdate])].join(' ')
  return all.length <= MAX_KEYS_LENGTH ? all : `${alias}-app ${anyUpdate}`
}
