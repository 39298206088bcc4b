import type { Entry } from '@tessera/shared/content'
import { encodePath, redirectPath, normaliseSlashes } from '../../http/paths.ts'
import type { Redirection } from '../../page/not-found.server.ts'

/** A validated redirect rule of an author. */
export interface RedirectRule {
  /** Lower-case, without trailing slash; `/old` for the rule `/old/*`. */
  readonly path: string
  /** Whether the rule also applies to all paths below (`/old/*`). */
  readonly isPrefix: boolean
  /** Query parameters that a request must have. */
  readonly query: ReadonlyMap<string, string>
  /** A path of this site, or a URL of a listed host; with `/*` at its end, the rest of the requested path is appended. */
  readonly target: string
  readonly isPermanent: boolean
}

/** Rules by path; for each path those with the most parameters first. */
export interface RedirectIndex {
  readonly exact: ReadonlyMap<string, readonly RedirectRule[]>
  readonly prefixes: ReadonlyMap<string, readonly RedirectRule[]>
}

/** The rule of an entry with `from`, `to` and `permanent`; null if it is not valid, or its target is not allowed. */
export function readRedirectRule(entry: Entry, hosts: readonly string[]): RedirectRule | null {
  const from = readFrom(entry['from'])
  const target = readTarget(entry['to'], hosts)
  return from && target ? { ...from, target, isPermanent: entry['permanent'] === true } : null
}

function readFrom(value: unknown): Pick<RedirectRule, 'path' | 'isPrefix' | 'query'> | null {
  if (typeof value !== 'string') return null
  const clean = redirectPath(value.trim())
  if (!clean) return null
  const { pathname, searchParams } = new URL(clean, 'https://site.invalid')
  const decoded = decode(pathname)
  if (decoded === null) return null
  const isPrefix = decoded.endsWith('/*')
  const path = normaliseSlashes(isPrefix ? decoded.slice(0, -1) : decoded).toLowerCase()
  // A rule for `/` or for everything would make the home page unreachable.
  if (path === '/' || path.includes('*')) return null
  return { path, isPrefix, query: new Map(searchParams) }
}

function readTarget(value: unknown, hosts: readonly string[]): string | null {
  if (typeof value !== 'string') return null
  const text = value.trim()
  if (text.startsWith('/')) {
    const path = redirectPath(text)
    return path && decode(path) !== null ? path : null
  }
  const url = URL.parse(text)
  const isListed =
    url?.protocol === 'https:' && hosts.includes(url.host) && url.username === '' && url.password === ''
  return isListed ? url.href : null
}

/** An index of rules by path, so that the time of a look-up does not depend on the number of rules. */
export function indexRedirects(rules: readonly RedirectRule[]): RedirectIndex {
  const exact = new Map<string, RedirectRule[]>()
  const prefixes = new Map<string, RedirectRule[]>()
  for (const rule of rules) {
    const map = rule.isPrefix ? prefixes : exact
    const known = map.get(rule.path)
    if (known) known.push(rule)
    else map.set(rule.path, [rule])
  }
  for (const list of [...exact.values(), ...prefixes.values()])
    list.sort((a, b) => b.query.size - a.query.size)
  return { exact, prefixes }
}

/** The redirect of one rule for a path and query; null if no rule matches. */
export function followRedirect(index: RedirectIndex, path: string, search: string): Redirection | null {
  const given = new URLSearchParams(search)
  const wanted = normaliseSlashes(path).toLowerCase()
  const rule = firstMatch(index.exact.get(wanted), given)
  if (rule) return locate(rule, '', given)
  for (let end = wanted.length; end > 0; end = wanted.lastIndexOf('/', end - 1)) {
    const prefix = wanted.slice(0, end)
    const found = firstMatch(index.prefixes.get(prefix), given)
    if (!found) continue
    // By segments, since some letters are longer in lower case.
    const below = normaliseSlashes(path).split('/').slice(prefix.split('/').length)
    return locate(found, below.join('/'), given)
  }
  return null
}

const firstMatch = (
  rules: readonly RedirectRule[] | undefined,
  given: URLSearchParams,
): RedirectRule | undefined =>
  rules?.find(({ query }) => [...query].every(([name, value]) => given.get(name) === value))

/** The target with the rest of the path, and with the query parameters that the rule does not name; the target's own take precedence. */
function locate(
  { target, query, isPermanent }: RedirectRule,
  below: string,
  given: URLSearchParams,
): Redirection {
  const origin = 'https://site.invalid'
  const url = new URL(target, origin)
  if (url.pathname.endsWith('/*')) url.pathname = `${url.pathname.slice(0, -1)}${encodePath(below)}`
  const own = new Set(url.searchParams.keys())
  for (const [name, value] of given)
    if (!query.has(name) && !own.has(name)) url.searchParams.append(name, value)
  url.pathname = normaliseSlashes(url.pathname)
  const isOurs = url.origin === origin
  return { location: isOurs ? `${url.pathname}${url.search}${url.hash}` : url.href, isPermanent }
}

function decode(pathname: string): string | null {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return null
  }
}
