import { requestError } from '../errors.ts'

/** Longest path and longest whole target that are looked at; beyond it the answer is 414. */
export const MAX_PATH_LENGTH = 2_048
export const MAX_TARGET_LENGTH = 12_000

/** A request's address after it has been made canonical: nothing later reads the raw one. */
export interface RequestTarget {
  /** Decoded once, without doubled or trailing slashes, always starting with exactly one `/`. */
  readonly path: string
  /** First value of each query parameter, in the order given; keys that could reach a prototype are dropped. */
  readonly query: Readonly<Record<string, string>>
  /** With its `?`, as it was sent, without the representation flag; or empty. */
  readonly search: string
  /** Whether the state is asked for instead of the page (`redux=true`; of several, the first one counts). */
  readonly wantsState: boolean
  /** Where to send the visitor when the address was not clean; null when it was. */
  readonly redirect: string | null
}

/** Parse an origin-form request target. @throws AppError request/malformed, request/too-long */
export function readRequestTarget(target: string): RequestTarget {
  if (target.length > MAX_TARGET_LENGTH) throw requestError('request/too-long')
  const mark = target.indexOf('?')
  const rawPath = mark < 0 ? target : target.slice(0, mark)
  const rawQuery = mark < 0 ? '' : target.slice(mark + 1)
  if (rawPath.length > MAX_PATH_LENGTH) throw requestError('request/too-long')
  if (!rawPath.startsWith('/')) throw requestError('request/malformed')
  const path = decodePath(rawPath)
  const cleanPath = tidySlashes(rawPath)
  const { query, search, wantsState } = readQuery(rawQuery)
  return {
    path: tidySlashes(path),
    query,
    search,
    wantsState,
    redirect: cleanPath === rawPath ? null : `${cleanPath}${rawQuery ? `?${rawQuery}` : ''}`,
  }
}

/** One slash where there were several, none at the end; `/` stays. Linear in the length. */
export const tidySlashes = (path: string): string => path.replace(/\/{2,}/g, '/').replace(/(.)\/$/, '$1')

/** Encoded separators and dot segments change meaning when decoded again, so no such path is served. */
function decodePath(rawPath: string): string {
  if (/%(2f|5c|00)/i.test(rawPath)) throw requestError('request/malformed')
  let path: string
  try {
    path = decodeURIComponent(rawPath)
  } catch (cause) {
    throw requestError('request/malformed', { cause })
  }
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  if (/[\u0000-\u001f\u007f\\]/.test(path)) throw requestError('request/malformed')
  if (path.split('/').some((segment) => segment === '.' || segment === '..'))
    throw requestError('request/malformed')
  return path
}

const RESERVED = new Set(['__proto__', 'constructor', 'prototype'])

function readQuery(rawQuery: string): Pick<RequestTarget, 'query' | 'search' | 'wantsState'> {
  if (!rawQuery) return { query: {}, search: '', wantsState: false }
  const query: Record<string, string> = Object.create(null) as Record<string, string>
  let redux: string | null = null
  const kept = new URLSearchParams()
  for (const [key, value] of new URLSearchParams(rawQuery)) {
    if (key === 'redux') {
      redux ??= value
      continue
    }
    kept.append(key, value)
    if (!RESERVED.has(key) && !(key in query)) query[key] = value
  }
  const search = kept.size > 0 ? `?${kept.toString()}` : ''
  return { query, search, wantsState: redux === 'true' }
}
