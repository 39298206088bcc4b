import { aNode, anEntry, createMemoryClient } from './index.ts'

const news = (id: string, publishedDate: string) =>
  anEntry({ title: `News ${id}`, publishedDate }, { id, contentTypeId: 'newsArticle' })
const bins = aNode({ id: 'n2', path: '/bins', entry: anEntry({ body: 'long' }, { id: 'e2' }) })
const parks = aNode({ id: 'n3', path: '/parks' })
const root = aNode({ id: 'n1', path: '/', entry: anEntry({}, { id: 'e1' }), children: [bins, parks] })
const client = createMemoryClient({ root, entries: [news('a', '2026-01-02'), news('b', '2026-03-01')] })

describe('createMemoryClient answers as the real client does', () => {
  it('gives a node with the id of its entry alone, unless limits are given, and null for what is not there', async () => {
    expect((await client.nodeByPath('/bins'))?.entry).toEqual({ sys: { id: 'e2' } })
    expect((await client.nodeByPath('/bins', { entryLimits: {} }))?.entry).toMatchObject({ body: 'long' })
    expect(await client.nodeByPath('/nowhere')).toBeNull()
    expect((await client.nodeOfEntry('e2'))?.path).toBe('/bins')
    expect(await client.entry('nobody')).toBeNull()
  })

  it('returns children only down to the requested depth', async () => {
    expect(await client.rootNode()).not.toHaveProperty('children')
    expect((await client.rootNode({ depth: 1 })).children?.map(({ path }) => path)).toEqual([
      '/bins',
      '/parks',
    ])
  })

  it('gives the family: ancestors root first without the node, siblings with it', async () => {
    expect((await client.ancestors('n2')).map(({ id }) => id)).toEqual(['n1'])
    expect((await client.siblings('n2')).map(({ id }) => id)).toEqual(['n2', 'n3'])
    expect((await client.children('n1')).map(({ id }) => id)).toEqual(['n2', 'n3'])
    expect((await client.nodeById('n2'))?.path).toBe('/bins')
    expect((await client.parent('n2'))?.id).toBe('n1')
    expect(await client.parent('n1')).toBeNull()
    await expect(client.children('nobody')).rejects.toMatchObject({ code: 'content/failed', status: 404 })
  })

  it('lists entries of a type, and knows content types and taxonomy nodes by their paths', async () => {
    expect(await client.entries({ contentTypeId: 'newsArticle', pageSize: 1 })).toMatchObject({
      totalCount: 2,
    })
    expect(await client.contentType('newsArticle')).toBeNull()
    const taxonomy = [{ key: '0/1', name: 'Topics', path: 'topics' }]
    const more = createMemoryClient({ root, taxonomy, contentTypes: [{ id: 'newsArticle' }] })
    expect(await more.contentType('newsArticle')).toEqual({ id: 'newsArticle' })
    expect((await more.taxonomyNodeByPath('topics'))?.key).toBe('0/1')
  })

  it('searches, orders and pages', async () => {
    const where = [{ field: 'sys.contentTypeId', equalTo: 'newsArticle' }]
    const list = await client.search({ where, orderBy: ['-publishedDate'], pageSize: 1 })
    expect(list).toMatchObject({
      totalCount: 2,
      pageCount: 2,
      pageIndex: 0,
      pageSize: 1,
      items: [{ sys: { id: 'b' } }],
    })
    const none = await client.search({ where: [...where, { not: [{ field: 'title', contains: 'news' }] }] })
    expect(none).toMatchObject({ totalCount: 0, items: [] })
    await expect(client.search({ where: [{ field: 'title', sounds: 'like' }] })).rejects.toThrow(
      'does not know',
    )
  })
})
