import type { RouteState } from '@tessera/shared/contract'
import type { SearchRoute } from './search-address.ts'

/** The search page at its usual path, for data requests, which do not tell the path of a page. */
export const SEARCH_PAGE: SearchRoute = { context: 'facets', path: '/search', hasParts: true }

/** The search page of the current route: its path without the segments for facet and content types. */
export function searchRouteOf({
  currentPath,
  staticRoute,
}: Pick<RouteState, 'currentPath' | 'staticRoute'>): SearchRoute {
  const parts = Object.values(staticRoute?.params ?? {}).filter((value) => value !== '').length
  const segments = currentPath.split('/')
  return {
    context: 'facets',
    path: segments.slice(0, segments.length - parts).join('/'),
    hasParts: true,
  }
}

/** The parameters of a query, of several with one name the first, as the server reads them. */
export const readParameters = (query?: string): Readonly<Record<string, string>> =>
  Object.fromEntries([...new URLSearchParams(query)].toReversed())

/** Whether a path is that of a search, or continues it with segments for facet and content types. */
export const isPathOf = ({ path: start }: Pick<SearchRoute, 'path'>, path: string): boolean =>
  path === start || path.startsWith(`${start}/`)
