import type { Entry } from '../content/index.ts'
import { aPlatform, type TestPlatform } from '../testing/index.ts'

let platform: TestPlatform

beforeAll(async () => {
  platform = await aPlatform({ limits: { callDeadlineMs: 10_000, optionalDeadlineMs: 10_000 } })
}, 60_000)
afterAll(() => platform.close())

describe('the content client over the embedded platform (specification 7)', () => {
  it('finds the home page, its tree and its entry, with surrogate keys', async () => {
    const keys: string[] = []
    const client = platform.client({ onKeys: (found) => keys.push(...found) })
    const home = await client.nodeByPath('/', { entryLimits: { linkDepth: 1 } })
    expect(home).toMatchObject({ path: '/', entry: { sys: { contentTypeId: 'homePage' } } })
    const tree = await client.rootNode({ depth: 2 })
    expect(tree.children?.length).toBeGreaterThan(0)
    const entry = await client.entry(home?.entry?.sys.id ?? '')
    expect(entry?.sys.id).toBe(home?.entry?.sys.id)
    expect(keys.length).toBeGreaterThan(0)
  })

  it('finds family, the node of an entry, and lists by search', async () => {
    const client = platform.client()
    const root = await client.rootNode({ depth: 1 })
    const child = root.children?.[0]
    if (!child) throw new Error('the demonstration site has no pages')
    expect((await client.ancestors(child.id)).map(({ id }) => id)).toEqual([root.id])
    expect((await client.siblings(child.id)).map(({ id }) => id)).toContain(child.id)
    expect((await client.children(root.id)).map(({ id }) => id)).toContain(child.id)
    expect((await client.nodeOfEntry(child.entry?.sys.id ?? ''))?.id).toBe(child.id)
    const where = [{ field: 'sys.contentTypeId', equalTo: 'contentPage' }]
    const list = await client.search({ where, orderBy: ['entryTitle'], pageSize: 2, fields: ['title'] })
    expect(list.items).toHaveLength(2)
    expect(list.totalCount).toBeGreaterThan(2)
  })

  it('finds a node by id, the one above, a content type, a list, and a taxonomy node by key and path', async () => {
    const client = platform.client()
    const [child] = (await client.rootNode({ depth: 1 })).children ?? []
    const nodeId = child?.id ?? ''
    expect((await client.nodeById(nodeId))?.path).toBe(child?.path)
    const root = await client.parent(nodeId)
    expect(root?.path).toBe('/')
    expect(await client.parent(root?.id ?? '')).toBeNull()
    expect((await client.nodeByPath(`${child?.path}/no/such`, { allowPartialMatch: true }))?.id).toBe(nodeId)
    expect(await client.contentType('newsArticle')).toMatchObject({ id: 'newsArticle' })
    expect(await client.contentType('nothing')).toBeNull()
    const list = await client.entries({ contentTypeId: 'newsArticle', fields: ['entryTitle'], pageSize: 2 })
    expect(list.items.map(({ sys }) => sys.contentTypeId)).toEqual(['newsArticle', 'newsArticle'])
    const topics = await client.taxonomyNode('0/1')
    expect((await client.taxonomyNodeByPath(topics?.path ?? ''))?.key).toBe('0/1')
  })

  it('resolves links as the platform does', async () => {
    const client = platform.client()
    const query = { where: [{ field: 'sys.contentTypeId', equalTo: 'event' }], pageSize: 5 }
    const { items } = await client.search(query)
    const titles = (entries: readonly Entry[]) =>
      entries.map((entry) => JSON.stringify(entry).match(/"entryTitle":/g)?.length)
    const resolved = await client.resolveLinks(items)
    expect(titles(resolved)).toEqual(titles((await client.search({ ...query, linkDepth: 1 })).items))
    expect(titles(resolved)).not.toEqual(titles(items))
  })

  it('gives null for a path, an entry and a taxonomy key that are not there', async () => {
    const client = platform.client()
    expect(await client.nodeByPath('/there/is/nothing/here')).toBeNull()
    expect(await client.entry('00000000-0000-4000-8000-000000000000')).toBeNull()
    expect(await client.taxonomyNode('0/999/999')).toBeNull()
  })

  it('sends a long search as POST and gets the same answer', async () => {
    const client = platform.client()
    const ids = Array.from(
      { length: 300 },
      (_, n) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
    )
    const root = await client.rootNode()
    const list = await client.search({ where: [{ field: 'sys.id', in: [...ids, root.entry?.sys.id ?? ''] }] })
    expect(list.items.map(({ sys }) => sys.id)).toContain(root.entry?.sys.id)
  })
})
