import { readResults } from './read-results.ts'

const aList = (
  items: readonly {
    sys: { id: string; uri?: string | null }
    entryTitle?: string | null
    entryDescription?: string
  }[],
) => readResults({ pageIndex: 0, pageSize: 10, totalCount: items.length, pageCount: 1, items })

describe('results', () => {
  test('are title, description and path, and nothing else of the entry', () => {
    const { results } = aList([{ sys: { id: '1', uri: '/a' }, entryTitle: 'A', entryDescription: 'About a' }])
    expect(results).toEqual([{ id: '1', title: 'A', description: 'About a', path: '/a' }])
  })

  test('leave out entries that cannot be named or visited', () => {
    expect(
      aList([
        { sys: { id: '1', uri: null }, entryTitle: 'A' },
        { sys: { id: '2', uri: '/b' }, entryTitle: null },
      ]).results,
    ).toEqual([])
  })

  test('shorten a long description at a word', () => {
    const { results } = aList([
      { sys: { id: '1', uri: '/a' }, entryTitle: 'A', entryDescription: 'word '.repeat(100) },
    ])
    expect(results[0]!.description).toMatch(/word…$/)
    expect(results[0]!.description.length).toBeLessThanOrEqual(241)
  })
})
