import type { Manifest } from '@tessera/shared/contract'
import { manifestProblems, findCollisions } from './check-candidate.server.ts'

const page = { view: 'v', hydrate: 'never' } as const
const remote = (name: Manifest['name'], more: Partial<Manifest>): Manifest => ({
  name,
  contract: '^1.1.0',
  ...more,
})
const routes = (...paths: string[]) => ({ staticRoutes: paths.map((path) => ({ path, ...page })) })

describe('collisions between remotes (specification 2, Routes)', () => {
  it.each([
    ['the same pattern', '/search', '/search'],
    ['patterns whose parameters are only called differently', '/news/:id', '/news/:slug'],
    ['a pattern whose optional end may be missing', '/search/:facet?', '/search'],
    ['two wildcards', '/files/*', '/files/*'],
    ['patterns that differ in case only', '/Search/:facet?', '/search'],
  ])('are found: %s', (_what, ours, theirs) => {
    expect(findCollisions(remote('mfe-a', routes(ours)), [remote('mfe-b', routes(theirs))])).toEqual([
      `the route "${ours}" collides with the route "${theirs}" of mfe-b`,
    ])
  })

  it('are found for state that another remote reads, until it is shared as it is read', () => {
    const reader = remote('mfe-b', { readState: { 'mfe-a': { 'a.term': 'string' } } })
    const sharing = { stateKeys: ['a'], sharedState: { 'a.term': 'string' } } as const
    expect(findCollisions(remote('mfe-a', sharing), [reader])).toEqual([])
    expect(findCollisions(remote('mfe-a', {}), [reader])).toEqual([
      'mfe-b reads "a.term", which mfe-a does not share',
    ])
    expect(findCollisions(remote('mfe-c', {}), [reader])).toEqual([])
  })

  it('are found for content types, slots of the frame and state keys', () => {
    const more = {
      contentTypes: [{ contentTypeId: 'news', ...page }],
      frameSlots: [{ id: 'header-user', ...page }],
      stateKeys: ['search'],
    }
    expect(findCollisions(remote('mfe-a', more), [remote('mfe-b', more)])).toEqual([
      'the content type "news" collides with the content type "news" of mfe-b',
      'the slot "header-user" of the frame collides with the slot "header-user" of the frame of mfe-b',
      'the state key "search" collides with the state key "search" of mfe-b',
    ])
  })

  it('are found for a nested view that another remote places and this one lacks', () => {
    const placing = { placedViews: [{ remote: 'mfe-a', view: 'form' }] } as const
    const offers = (view: string) => remote('mfe-a', { nestedViews: [{ view, hydrate: 'never' }] })
    const others = [remote('mfe-b', placing)]
    expect(findCollisions(offers('form'), others)).toEqual([])
    expect(findCollisions(offers('card'), others)).toEqual([
      'its nested views lack "form", which mfe-b places',
    ])
  })

  it('are none between a more and a less specific pattern, or with an older release of the same remote', () => {
    expect(
      findCollisions(remote('mfe-a', routes('/a/b')), [remote('mfe-b', routes('/a/:id', '/a/*'))]),
    ).toEqual([])
    expect(findCollisions(remote('mfe-a', routes('/a')), [remote('mfe-a', routes('/a'))])).toEqual([])
  })
})

describe('a manifest that contradicts itself', () => {
  const problems = (more: Partial<Manifest>, entryMappers = {}) =>
    manifestProblems({ manifest: remote('mfe-a', more), entryMappers })

  it.each<[string, Partial<Manifest>]>([
    ['the route "/a" is declared more than once', routes('/a', '/a')],
    ['the route "/a/*/b" has a wildcard before its end', routes('/a/*/b')],
    ['the route "/a?b" has a "?" or "#", with which a path ends', routes('/a?b')],
    ['the route "/:" has a parameter without a proper name', routes('/:')],
    ['the route "/:a/:a" names a parameter twice', routes('/:a/:a')],
    ['the route "/a" has no view', { staticRoutes: [{ path: '/a' }] }],
    ['the route "/api/data/:name" lies below "/api", where the shell answers', routes('/api/data/:name')],
    ['the route "/_files" lies below "/_files", where the shell answers', routes('/_files')],
    [
      'the route "/a" does not say when the browser needs its code',
      { staticRoutes: [{ path: '/a', view: 'v' }] },
    ],
    [
      'the route "/b" lies outside "/a", which holds it',
      { staticRoutes: [{ path: '/a', children: [{ path: '/b', ...page }] }] },
    ],
    [
      'the route "/a" has a level that is no count of segments',
      { staticRoutes: [{ path: '/a', ...page, fetchNode: { level: 0 } }] },
    ],
    [
      'the route "/a/:b" takes "c" into its node\'s path, which is no parameter of it',
      { staticRoutes: [{ path: '/a/:b', ...page, fetchNode: { params: ['c'] } }] },
    ],
    [
      'the route "/a" names the entry mapper "x", which the remote does not have',
      { staticRoutes: [{ path: '/a', ...page, fetchNode: { entryMapper: 'x' } }] },
    ],
    [
      'the content type "t" injects "other", which is not among the remote\'s state keys',
      { contentTypes: [{ contentTypeId: 't', ...page, injectRedux: ['other'] }], stateKeys: ['own'] },
    ],
    ['the state key "routing" belongs to the shell', { stateKeys: ['routing'] }],
  ])('is told: %s', (problem, manifest) => {
    expect(problems(manifest)).toEqual([problem])
  })

  it('is refused with the slice that it does not declare', () => {
    const slices = [{ key: 'own' }, { key: 'basket' }]
    expect(manifestProblems({ manifest: remote('mfe-a', { stateKeys: ['own'] }), slices })).toEqual([
      'its slice "basket" is not among its state keys',
    ])
  })

  it('is refused with the names that no answer may have', () => {
    const data = { 'tab-totals': 1, Totals: 1, '../x': 1 }
    expect(manifestProblems({ manifest: remote('mfe-a', {}), data })).toEqual([
      '"Totals" is no name for an answer: lower-case words with hyphens',
      '"../x" is no name for an answer: lower-case words with hyphens',
    ])
  })

  it('is not one that names mappers and state that its remote has', () => {
    const contentTypes = [{ contentTypeId: 't', ...page, entryMapper: 'home', injectRedux: ['own'] }]
    expect(problems({ contentTypes, stateKeys: ['own'] }, { home: () => ({}) })).toEqual([])
  })
})
