import type { StaticRoute } from '@tessera/shared/contract'
import { matchRoute, nodePathOf } from './routing-table.ts'

const route = (path: string, fetchNode?: StaticRoute['fetchNode']): StaticRoute => ({
  path,
  view: 'v',
  hydrate: 'never',
  fetchNode,
})

const paramsOf = (pattern: string, path: string) => matchRoute([route(pattern)], path)?.params ?? null

describe('static routes (specification 2)', () => {
  it('matches literals, parameters, optional parameters and a trailing wildcard', () => {
    expect(paramsOf('/search/:facet?/:contentTypeId?', '/search')).toEqual({})
    expect(paramsOf('/search/:facet?/:contentTypeId?', '/search/news')).toEqual({ facet: 'news' })
    expect(paramsOf('/account/login', '/account/login')).toEqual({})
    expect(paramsOf('/account/login', '/account/logout')).toBeNull()
    expect(paramsOf('/files/*', '/files/a/b')).toEqual({ '*': 'a/b' })
  })

  it('does not match a longer or a shorter path', () => {
    expect(paramsOf('/search/:facet?', '/search/a/b')).toBeNull()
    expect(paramsOf('/news/:id', '/news')).toBeNull()
    expect(paramsOf('/', '/a')).toBeNull()
  })

  it('matches literals in any case, keeps parameters as they are given', () => {
    expect(paramsOf('/search/:facet?/:contentTypeId?', '/Search/News')).toEqual({ facet: 'News' })
    expect(paramsOf('/docs/*', '/DOCS/A/b')).toEqual({ '*': 'A/b' })
    expect(paramsOf('/Account/Login', '/account/LOGIN')).toEqual({})
    expect(paramsOf('/account/login', '/Account/Logout')).toBeNull()
  })

  it('takes the first route that matches', () => {
    expect(matchRoute([route('/a/:id'), route('/a/b')], '/a/b')?.route.path).toBe('/a/:id')
  })
})

describe('the path sent to the node API for a static route: four rules in order', () => {
  it('is the whole path when the pattern has a wildcard', () => {
    expect(nodePathOf(route('/docs/*', { level: 1 }), '/docs/a/b')).toBe('/docs/a/b')
  })
  it('is the first n segments when a level is given', () => {
    expect(nodePathOf(route('/docs/:a/:b', { level: 2 }), '/docs/x/y')).toBe('/docs/x')
    expect(nodePathOf(route('/docs/:a/:b', { level: 0 }), '/docs/x/y')).toBe('/')
  })
  it('keeps the listed parameters and drops the others', () => {
    expect(nodePathOf(route('/docs/:a/:b', { params: ['b'] }), '/docs/x/y')).toBe('/docs/y')
  })
  it('is made of the literal segments alone otherwise', () => {
    expect(nodePathOf(route('/docs/:a?', {}), '/docs/x')).toBe('/docs')
  })
  it.each([
    ['/docs/*', { level: 1 }, '/cy/docs/x', '/docs/x', '/cy/docs/x'],
    ['/docs/:a/:b', { level: 2 }, '/cy/docs/x/y', '/docs/x/y', '/cy/docs/x'],
    ['/docs/:a/:b', { params: ['b'] }, '/cy/docs/x/y', '/docs/x/y', '/cy/docs/y'],
    ['/about', {}, '/cy/about', '/about', '/cy/about'],
    ['/', {}, '/cy', '/', '/cy'],
  ])('keeps the language of the path, which %s does not name', (pattern, fetchNode, path, rest, expected) => {
    expect(nodePathOf(route(pattern, fetchNode), path, rest)).toBe(expected)
  })
})
