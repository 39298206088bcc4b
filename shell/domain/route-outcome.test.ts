import { routeState, statusCode } from './route-outcome.ts'

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
  })
  it('cuts the entry down to sys once it is mapped', () => {
    expect(routeState({ ...base, entry, mappedEntry: { title: 'x' } }).entry).toEqual({ sys: entry.sys })
    expect(routeState({ ...base, entry }).entry).toBe(entry)
  })
  it('keeps neither subtrees nor entry content of relatives', () => {
    const node = { id: 'n', path: '/a', entry, children: [{ id: 'c', path: '/a/c' }] }
    expect(JSON.stringify(routeState({ ...base, node, siblings: [node] }))).not.toContain('Secret body')
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
