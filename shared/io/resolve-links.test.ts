import type { Entry, PagedList } from '../content/index.ts'
import type { SearchQuery } from '../contract/index.ts'
import { resolveLinks } from './resolve-links.ts'

const LANGUAGE = 'en-GB'
const link = (id: string, sys = {}): Entry => ({ sys: { id, ...sys } })
const whole = (id: string, fields = {}): Entry => ({
  sys: { id, language: LANGUAGE },
  entryTitle: id,
  ...fields,
})

/** A search over entries by id that records its queries. */
function aSearch(...entries: readonly Entry[]) {
  const queries: SearchQuery[] = []
  const search = async (query: SearchQuery): Promise<PagedList<Entry>> => {
    queries.push(query)
    const text = JSON.stringify(query.where)
    const items = entries.filter(({ sys }) => text.includes(`"sys.id","equalTo":"${sys.id}"`))
    return { items, totalCount: items.length, pageCount: 1, pageIndex: 0, pageSize: query.pageSize ?? 0 }
  }
  const resolve = (given: readonly Entry[], paths?: readonly string[]) =>
    resolveLinks(search, given, { paths, language: LANGUAGE, versionStatus: 'published' })
  return { queries, resolve }
}

const condition = (id: string, language = LANGUAGE) => ({
  and: [
    { field: 'sys.id', equalTo: id },
    { field: 'sys.language', equalTo: language },
    { field: 'sys.versionStatus', equalTo: 'published' },
  ],
})

describe('link resolution (specification 7, Content delivery client)', () => {
  it('looks for all links of all entries by one search of or-ed conditions, each link once', async () => {
    const { queries, resolve } = aSearch(whole('a'), whole('b'))
    const entries = [
      whole('1', { author: link('a'), related: [link('b'), link('a')] }),
      whole('2', { author: link('b') }),
    ]
    const resolved = await resolve(entries)
    expect(queries).toEqual([
      { where: [{ or: [condition('a'), condition('b')] }], pageIndex: 0, pageSize: 2 },
    ])
    expect(resolved).toEqual([
      whole('1', { author: whole('a'), related: [whole('b'), whole('a')] }),
      whole('2', { author: whole('b') }),
    ])
    expect(entries[0]?.['author']).toEqual(link('a'))
  })

  it('asks nothing where there is no link', async () => {
    const { queries, resolve } = aSearch()
    expect(await resolve([whole('1', { tags: [], text: 'x', part: { a: 1 } })])).toHaveLength(1)
    expect(await resolve([])).toEqual([])
    expect(queries).toEqual([])
  })

  it('leaves a link that leads nowhere, beside others that lead somewhere', async () => {
    const { queries, resolve } = aSearch(whole('a'))
    const [entry] = await resolve([whole('1', { related: [link('gone'), link('a')] })])
    expect(entry?.['related']).toEqual([link('gone'), whole('a')])
    expect(queries).toHaveLength(1)
  })

  it('resolves images and the items of a composer', async () => {
    const { resolve } = aSearch(whole('a'), whole('i'))
    const image = { asset: link('i'), altText: 'An owl' }
    const story = [
      { type: 'quote', value: 'x' },
      { type: 'person', value: link('a') },
      { type: 'people', value: [link('a')] },
    ]
    const [entry] = await resolve([whole('1', { image, story })])
    expect(entry).toEqual(
      whole('1', {
        image: { asset: whole('i'), altText: 'An owl' },
        story: [story[0], { type: 'person', value: whole('a') }, { type: 'people', value: [whole('a')] }],
      }),
    )
    const [some] = await resolve([whole('1', { image, story })], ['story.people'])
    expect(some).toMatchObject({ image: { asset: link('i') }, story: [{}, { value: link('a') }, {}] })
    expect(some?.['story']).toMatchObject([{}, {}, { value: [whole('a')] }])
  })

  it('follows a path with dots into what a link leads to, by one search for each level', async () => {
    const { queries, resolve } = aSearch(
      whole('a', { team: link('t'), boss: link('b') }),
      whole('t'),
      whole('b'),
    )
    const [one] = await resolve([whole('1', { author: link('a'), other: link('b') })], ['author.team'])
    expect(one).toEqual(
      whole('1', { author: whole('a', { team: whole('t'), boss: link('b') }), other: link('b') }),
    )
    expect(queries.map(({ pageSize }) => pageSize)).toEqual([1, 1])
  })

  it("looks in the link's own language, else in its entry's", async () => {
    const { queries, resolve } = aSearch()
    const welsh = { sys: { id: '1', language: 'cy' }, a: link('x'), b: link('y', { language: 'fr' }) }
    await resolve([welsh, { sys: { id: '2' }, a: link('z') }])
    expect(queries[0]?.where).toEqual([
      { or: [condition('x', 'cy'), condition('y', 'fr'), condition('z', LANGUAGE)] },
    ])
  })

  it('looks for no more than a hundred by one search', async () => {
    const ids = Array.from({ length: 250 }, (_, at) => `id-${at}-`)
    const { queries, resolve } = aSearch(...ids.map((id) => whole(id)))
    const [entry] = await resolve([whole('1', { many: ids.map((id) => link(id)) })])
    expect(queries.map(({ pageSize }) => pageSize)).toEqual([100, 100, 50])
    expect(entry?.['many']).toEqual(ids.map((id) => whole(id)))
  })
})
