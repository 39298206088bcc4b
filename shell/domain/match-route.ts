import type { MatchedRoute, StaticRoute } from '@tessera/shared/contract'

/** Patterns are literals, `:name`, `:name?` and a trailing `*`: nothing that can be made to backtrack. */
export const matchPattern = (pattern: string, path: string): MatchedRoute['params'] | null =>
  matchSegments(segments(pattern), segments(path))

function matchSegments(wanted: readonly string[], given: readonly string[]): MatchedRoute['params'] | null {
  const params: Record<string, string> = {}
  for (const [index, part] of wanted.entries()) {
    if (part === '*') return { ...params, '*': given.slice(index).join('/') }
    const value = given[index]
    if (part.startsWith(':')) {
      const optional = part.endsWith('?')
      if (value === undefined && !optional) return null
      if (value !== undefined) params[part.slice(1, optional ? -1 : undefined)] = value
    } else if (part !== value) return null
  }
  return given.length > wanted.length ? null : params
}

/** The first route whose pattern takes the whole path; a routing table has the most specific one first. */
export function matchRoute<R extends StaticRoute>(
  routes: readonly R[],
  path: string,
): { readonly route: R; readonly params: MatchedRoute['params'] } | null {
  const given = segments(path)
  for (const route of routes) {
    if (!mayBegin(route.path, given[0])) continue
    const params = matchSegments(segments(route.path), given)
    if (params) return { route, params }
  }
  return null
}

/** Most routes differ from a path in the first segment: those need not be looked at as a whole. */
const mayBegin = (pattern: string, first = ''): boolean => /^\/?[:*]/.test(pattern) || pattern.includes(first)

/** Which path names the node of a static route's page. Source: specification 2, Routes; four rules in order. */
export function nodePathOf(route: StaticRoute, path: string): string {
  const { level, params } = route.fetchNode ?? {}
  if (route.path.includes('*')) return path
  if (level !== undefined) return `/${segments(path).slice(0, level).join('/')}`
  const given = segments(path)
  const kept = segments(route.path).flatMap((part, index) => {
    if (!part.startsWith(':')) return [part]
    const name = part.slice(1).replace(/\?$/, '')
    return params?.includes(name) && given[index] !== undefined ? [given[index]] : []
  })
  return `/${kept.join('/')}`
}

const segments = (path: string): string[] => path.split('/').filter(Boolean)
