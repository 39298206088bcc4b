import type { StaticRouteDefinition } from '@tessera/shared/contract'
import { routingTable, matchRoute, flattenRoutes, patternShapes } from './routing-table.ts'

const page = { view: 'v', hydrate: 'never' } as const

describe('nested static routes (specification 2)', () => {
  it('merge from the outer to the inner one, and the inner one wins', () => {
    const routes = flattenRoutes([
      {
        path: '/members',
        requireLogin: [{ name: 'Members' }],
        private: true,
        injectRedux: ['account'],
        fetchNode: { linkDepth: 1 },
        children: [
          { path: 'news/:id', ...page },
          { path: 'open', ...page, requireLogin: false, fetchNode: { linkDepth: 0 } },
        ],
      },
    ])
    expect(routes).toEqual([
      {
        path: '/members/news/:id',
        ...page,
        requireLogin: [{ name: 'Members' }],
        private: true,
        injectRedux: ['account'],
        fetchNode: { linkDepth: 1 },
      },
      {
        path: '/members/open',
        ...page,
        requireLogin: false,
        private: true,
        injectRedux: ['account'],
        fetchNode: { linkDepth: 0 },
      },
    ])
  })

  it('do not hand on path, view or hydration', () => {
    const [outer, inner, ...others] = flattenRoutes([
      {
        path: '/a',
        view: 'outer',
        hydrate: 'never',
        children: [{ path: 'b', view: 'inner' }, { path: 'c' }],
      },
    ])
    expect(outer).toEqual({ path: '/a', view: 'outer', hydrate: 'never' })
    expect(inner).toEqual({ path: '/a/b', view: 'inner', hydrate: 'load' })
    expect(others).toEqual([])
  })

  it('have their own page at the outer path where an inner one has no path', () => {
    const definitions: StaticRouteDefinition[] = [
      { path: '/a', children: [{ ...page }, { path: '/a/b', ...page }] },
    ]
    expect(flattenRoutes(definitions).map(({ path }) => path)).toEqual(['/a', '/a/b'])
  })
})

describe('which static route a path belongs to (specification 2)', () => {
  const routeOf = (path: string, ...patterns: string[]) => {
    const remotes = patterns.map((pattern, index) => ({
      name: `mfe-${index}` as const,
      contract: '^1.1.0',
      staticRoutes: [{ path: pattern, ...page }],
    }))
    return matchRoute(routingTable(remotes).staticRoutes, path)?.route.path
  }
  it.each([
    ['/a/b', ['/a/:id', '/a/b'], '/a/b'],
    ['/a/c', ['/a/:id', '/a/b'], '/a/:id'],
    ['/a/b', ['/a/*', '/a/:id?', '/a/:id/:more?'], '/a/:id/:more?'],
    ['/a', ['/*', '/a/:id?'], '/a/:id?'],
    ['/x/y', ['/a/:id?', '/*'], '/*'],
  ])(
    '%s of %j is the most specific one, in whichever order remotes came live',
    (path, patterns, expected) => {
      expect(routeOf(path, ...patterns)).toBe(expected)
      expect(routeOf(path, ...patterns.toReversed())).toBe(expected)
    },
  )
})

describe('patternShapes', () => {
  it('has one shape for each length that optional parameters allow, whatever they are called', () => {
    expect(patternShapes('/search/:facet?/:type?')).toEqual(['/search', '/search/:', '/search/:/:'])
    expect(patternShapes('/news/:id')).toEqual(['/news/:'])
    expect(patternShapes('/')).toEqual(['/'])
  })
})
