import type { MatchedRoute, StaticRoute } from '@tessera/shared/contract'

/** Patterns are literals, `:name`, `:name?` and a trailing `*`: nothing that can be made to backtrack. */
export function matchPattern(pattern: string, path: string): MatchedRoute['params'] | null {
  const wanted = segments(pattern)
  const given = segments(path)
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
  for (const route of routes) {
    const params = matchPattern(route.path, path)
    if (params) return { route, params }
  }
  return null
}

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
