import { STATUS_CODES } from 'node:http'
import { AppError } from '@tessera/shared/contract'
import { routeError, routeState, statusCode } from './route.ts'

const base = {
  path: '/a',
  location: { pathname: '/a', search: '', hash: '' },
  hostname: 'localhost',
  project: 'website',
}
const entry = { sys: { id: '1', uri: '/canonical', contentTypeId: 'page' }, title: 'Secret body' }

describe('route state (specification 3 and 4)', () => {
  it("has the entry's uri as canonical path, otherwise the current one", () => {
    expect(routeState({ ...base, entry }).canonicalPath).toBe('/canonical')
    expect(routeState(base).canonicalPath).toBe('/a')
    expect(routeState({ ...base, canonicalPath: '/A' }).canonicalPath).toBe('/A')
  })
  it('has a canonical path that is an address: encoded, unlike the current one', () => {
    const path = '/100%/a?b#c'
    expect(routeState({ ...base, path })).toMatchObject({
      canonicalPath: '/100%25/a%3Fb%23c',
      currentPath: path,
    })
  })
  it('says where the visitor is: host, path, location, project', () => {
    const location = { pathname: '/a', search: '?pageIndex=2', hash: '' }
    expect(routeState({ ...base, location })).toMatchObject({
      currentHostname: 'localhost',
      currentPath: '/a',
      currentProject: 'website',
      location,
    })
  })
  it('cuts the entry down to sys once it is mapped', () => {
    expect(routeState({ ...base, entry, mappedEntry: { title: 'x' } }).entry).toEqual({ sys: entry.sys })
    expect(routeState({ ...base, entry })).toMatchObject({ entry, entryID: '1', mappedEntry: null })
    expect(routeState(base)).toMatchObject({ entry: null, entryID: null })
  })
  it('keeps of the current node neither what else was below it nor the content of its entry, which stands beside it', () => {
    const node = { id: 'n', path: '/a', entry, children: [{ id: 'c', path: '/a/c' }] }
    expect(routeState({ ...base, node }).currentNode).toEqual({
      id: 'n',
      path: '/a',
      entry: { sys: { id: '1', contentTypeId: 'page' } },
      children: [],
      ancestors: [],
      siblings: [],
    })
  })
  it('has the relatives of the current node on the node too', () => {
    const node = { id: 'n', path: '/a', parentId: 'r' }
    const ancestors = [{ id: 'r', path: '/' }]
    const children = [{ id: 'c', path: '/a/c' }]
    const siblings = [node, { id: 's', path: '/s', parentId: 'r' }]
    const state = routeState({ ...base, node, ancestors, children, siblings })
    expect(state.currentNode).toEqual({ ...node, ancestors, children, siblings })
    expect(state.currentNodeAncestors).toBe(state.currentNode?.ancestors)
    expect(routeState({ ...base, ancestors }).currentNode).toBeNull()
  })
  it('names the groups that may see the page, and none where everybody may', () => {
    expect(routeState({ ...base, allowedGroups: ['Members'] }).allowedGroups).toEqual(['Members'])
    expect(routeState(base).allowedGroups).toEqual([])
  })
  it('names the parent of the siblings', () => {
    expect(
      routeState({ ...base, siblings: [{ id: 's', path: '/s', parentId: 'p' }] }).currentNodeSiblingsParent,
    ).toBe('p')
  })
})

describe('status code (specification 4)', () => {
  const error = { code: 'x', message: 'x' }
  it.each([
    [{}, 200],
    [{ notFound: true }, 404],
    [{ notFound: true, error }, 500],
    [{ error, status: 503 }, 503],
    [{ error: { ...error, status: 504 } }, 504],
    [{ error: { ...error, status: 302 } }, 502],
    [{ status: 404 }, 404],
  ])('of %j is %i', (facts, expected) => {
    expect(statusCode(facts)).toBe(expected)
  })
})

describe('route errors (specification 8)', () => {
  const refused = (status: number, upstream: unknown) =>
    routeError(new AppError('content/failed', 'Our text', { status, details: { upstream, url: '/secret' } }))

  it('show the message of the response data, cut short, otherwise the text of the status', () => {
    expect(refused(410, 'This page has moved on')).toEqual({
      code: 'content/failed',
      message: 'This page has moved on',
      status: 410,
    })
    expect(refused(410, 'x'.repeat(999)).message).toHaveLength(200)
    expect(refused(410, null).message).toBe('Gone')
    expect(refused(410, { a: 1 }).message).toBe('Gone')
    expect(refused(418, '').message).toBe('Bad Request')
    for (const status of [
      400, 404, 405, 406, 408, 409, 410, 413, 414, 422, 429, 451, 500, 501, 502, 503, 504,
    ])
      expect(refused(status, '').message).toBe(STATUS_CODES[status])
    expect(routeError(new AppError('app/unexpected', 'x is not a function')).message).toBe(
      'Internal Server Error',
    )
  })
  it('are an error state, and none is where nothing failed', () => {
    const error = refused(410, null)
    expect(routeState({ ...base, error })).toMatchObject({ error, isError: true, statusCode: 410 })
    expect(routeState(base)).toMatchObject({ error: null, isError: false, statusCode: 200 })
  })
  it('never show what a platform says of its own failures, nor any other detail', () => {
    expect(refused(500, 'SELECT failed at table users')).toEqual({
      code: 'content/failed',
      message: 'Internal Server Error',
      status: 500,
    })
    expect(refused(503, 'SELECT failed').message).toBe('Service Unavailable')
  })
})
