import type { Platform } from '../create-platform.ts'
import { ask, aPlatform, form, PROJECT, search, TOKEN } from '../testing/a-platform.ts'

const FERN = 'd0000000-0000-4000-8000-000000000001'
const PDF = 'a5500000-0000-4000-8000-000000000003'
const PLANTS = [
  { field: 'sys.contentTypeId', equalTo: 'plant' },
  { field: 'sys.language', equalTo: 'en-GB' },
]
type Node = {
  readonly id: string
  readonly path: string
  readonly childCount: number
  readonly children?: readonly Node[]
  readonly entry?: { readonly grower?: { readonly name?: string }; readonly category?: { readonly title?: string } }
}

describe('details of the protocol', () => {
  let platform: Platform
  beforeAll(async () => void (platform = await aPlatform()))
  afterAll(() => platform.close())

  const get = (rest: string) => ask(platform, PROJECT + rest)
  const titles = async (clause: unknown, base: readonly object[] = PLANTS) => {
    const answer = await search(platform, [...base, clause], { pageSize: 100 })
    expect(answer.status).toBe(200)
    return answer.json.items.map((item) => item.title).sort()
  }
  const ids = async (clause: unknown) =>
    (await search(platform, [clause, { field: 'sys.language', equalTo: 'en-GB' }])).json.items.map(({ sys }) => sys.id)

  describe('parameters (protocol 1.3)', () => {
    test('where may be one clause instead of a list, and ZenQL may come in a body', async () => {
      const one = await search(platform, { field: 'title', equalTo: 'Boston Fern' })
      const zenql = await platform.inject({
        method: 'POST',
        url: `${PROJECT}/entries/search`,
        headers: { accesstoken: TOKEN },
        payload: { zenql: 'title = "Boston Fern"', pageSize: 5 },
      })
      expect([one.json.totalCount, zenql.json<{ totalCount: number }>().totalCount]).toEqual([1, 1])
    })
    test('lists take a version status and a language', async () => {
      const count = async (query: string) => (await get(`/contentTypes/plant/entries?${query}`)).json.totalCount
      const [published, latest, french] = [await count(''), await count('versionStatus=latest'), await count('language=fr-FR')]
      expect(latest).toBeGreaterThan(published)
      expect(french).toBeGreaterThan(0)
      expect(french).toBeLessThan(published)
      expect(await count('language=xx')).toBe(0)
    })
    test('entryLinkDepth and entryFieldLinkDepths of nodes are those of their entries', async () => {
      const node = async (query: string) => (await get(`/nodes/plants/ferns/boston-fern?entryFields=*&${query}`)).json as unknown as Node
      expect((await node('')).entry?.grower?.name).toBeUndefined()
      expect((await node('entryLinkDepth=1')).entry?.grower?.name).toEqual(expect.any(String))
      const one = await node(`entryFieldLinkDepths=${encodeURIComponent('{"grower":1}')}`)
      expect(one.entry?.grower?.name).toEqual(expect.any(String))
      expect(Object.keys(one.entry?.category ?? {})).toEqual(['sys'])
    })
    test('link depths without entryFields ask for no data: the entry of a node is its id (0033)', async () => {
      const depths = ['entryLinkDepth=2', `entryFieldLinkDepths=${encodeURIComponent('{"grower":1}')}`]
      for (const query of depths) {
        const { entry } = (await get(`/nodes/plants/ferns/boston-fern?${query}`)).json as unknown as Node
        expect([query, entry]).toEqual([query, { sys: { id: FERN } }])
        const fern = (await get('/nodes/plants/ferns/boston-fern')).json as unknown as Node
        const siblings = (await get(`/nodes/${fern.id}/siblings?${query}`)).json as unknown as readonly Node[]
        for (const { entry: own } of siblings) expect(Object.keys(own ?? {})).toEqual(['sys'])
      }
    })
    test('a path among the fields names a field of the entry that is linked there, and asks for no link (0033)', async () => {
      type Linked = { readonly grower?: { readonly name?: string; readonly employer?: object; readonly entryTitle?: string }; readonly height?: number; readonly entryTitle?: string }
      const entry = async (query: string) => (await get(`/entries/${FERN}?${query}`)).json as unknown as Linked
      const one = await entry('fields=entryTitle,grower.name&linkDepth=1')
      expect(Object.keys(one).sort()).toEqual(['entryTitle', 'grower', 'sys'])
      expect(Object.keys(one.grower ?? {}).sort()).toEqual(['entryTitle', 'name', 'sys'])
      expect(one.grower?.name).toEqual(expect.any(String))
      const deeper = await entry('fields=grower.employer.name&linkDepth=2')
      expect(deeper.grower).toMatchObject({ employer: { name: expect.any(String) } })
      expect(deeper.grower?.name).toBeUndefined()
      expect(Object.keys((await entry('fields=grower.name')).grower ?? {})).toEqual(['sys'])
      expect(Object.keys((await entry('fields=grower.*&linkDepth=1')).grower ?? {})).toEqual(expect.arrayContaining(['name', 'employer', 'entryTitle']))
    })
    test('depth works by entry with canonicalOnly alone; includeInMenu is no parameter', async () => {
      const ferns = ((await get('/nodes/plants/ferns?entryFields=sys.id')).json as unknown as { entry: { sys: { id: string } } }).entry.sys.id
      const canonical = (await get(`/nodes/?entryId=${ferns}&canonicalOnly=true&depth=1`)).json as unknown as Node
      expect(canonical.children?.length).toBeGreaterThan(0)
      const [all] = (await get(`/nodes/?entryId=${ferns}&depth=1`)).json as unknown as readonly Node[]
      expect(all?.children).toBeUndefined()
      expect((await get('/nodes/root?depth=2&includeInMenu=true')).json).toEqual((await get('/nodes/root?depth=2')).json)
    })
    test('an invalid page size of an entry call is refused; page size 0 gives only counts', async () => {
      expect((await get('/entries?pageSize=ten')).status).toBe(400)
      expect((await get('/entries?pageSize=0')).json).toMatchObject({ items: [], pageCount: 0 })
    })
  })

  describe('special fields (protocol 1.12)', () => {
    test.each<[string, object]>([
      ['contains', { contains: 'a week' }],
      ['startsWith', { startsWith: 'from fiddle' }],
      ['endsWith', { endsWith: 'to frond' }],
      ['between', { between: ['from', 'from g'] }],
      ['freeText', { freeText: 'uncurling' }],
    ])('a composer as a whole takes %s over all its text', async (_, operator) => {
      expect(await titles({ field: 'story', ...operator })).toEqual(['Boston Fern'])
    })
    test('one part of a composer can be requested by its path', async () => {
      expect(await titles({ field: 'story.careBlock.waterMl', equalTo: 200 })).toEqual(['Boston Fern'])
      expect(await titles({ field: 'story[].careBlock.waterMl', equalTo: '200' })).toEqual(['Boston Fern'])
      expect(await titles({ field: 'story.mainHeading', contains: 'uncurling' })).toEqual([])
    })
    test.each<[string, object]>([
      ['sys.uri', { equalTo: '/asset-library/guides/fern-care.pdf' }],
      ['sys.allUris', { contains: 'guides/fern' }],
      ['sys.properties.filename', { endsWith: 'care.pdf' }],
      ['sys.properties.fileSize', { greaterThan: 100_000 }],
    ])('%s is a field of every asset', async (field, operator) => {
      expect(await ids({ field, ...operator })).toContain(PDF)
    })
    test('metadata, owner, slug and the dates of sys are fields too', async () => {
      expect(await ids({ field: 'sys.metadata.includeInSearch', equalTo: true })).toContain(PDF)
      const { sys } = (await get(`/entries/${FERN}`)).json as unknown as { sys: { owner: string; slug: string; version: { created: string; published: string } } }
      for (const clause of [
        { field: 'sys.owner', equalTo: sys.owner.toUpperCase() },
        { field: 'sys.slug', equalTo: sys.slug },
        { field: 'sys.version.created', equalTo: sys.version.created },
        { field: 'sys.version.published', between: [sys.version.published, '2999-01-01'] },
        { field: 'sys.isPublished', equalTo: true },
      ])
        expect(await titles(clause)).toContain('Boston Fern')
    })
    test('with a seed without files _searchContent finds nothing, without an error', async () => {
      expect(await titles({ field: '_searchContent', freeText: 'fern' })).toEqual([])
    })
  })

  describe('free text and aggregations (protocol 1.13, 1.16)', () => {
    test('quotes in free text do not make a phrase: words match in any order; contains finds phrases (0033)', async () => {
      for (const term of ['fern boston', '"fern boston"', '“fern boston”', '"boston" "fern'])
        expect([term, await titles({ field: 'title', freeText: term })]).toEqual([term, ['Boston Fern']])
      expect(await titles({ field: 'title', contains: 'fern boston' })).toEqual([])
      expect(await titles({ field: 'title', contains: 'boston fern' })).toEqual(['Boston Fern'])
    })
    test('other spellings and any word go together, more matched words first', async () => {
      const term = { term: 'bostn fren', fuzzy: true, operator: 'or' }
      const answer = await search(platform, [...PLANTS, { field: 'title', freeText: term }])
      expect(answer.json.items.map((item) => item.title)).toEqual(['Boston Fern', 'Silver Fern'])
    })
    test('without a size the ten most frequent values are counted; lists go with and without []', async () => {
      const aggregations = { sf_ids: { field: 'sys.id' }, sf_all: { field: 'sys.id', size: 50 }, sf_tags: { field: 'tags[]' }, sf_plain: { field: 'tags' } }
      const answer = await search(platform, PLANTS, { aggregations, pageSize: 1 })
      const found = (answer.json as unknown as { aggregations: Readonly<Record<string, object>> }).aggregations
      expect([Object.keys(found['sf_ids'] ?? {}).length, Object.keys(found['sf_all'] ?? {}).length]).toEqual([10, 12])
      expect(found['sf_tags']).toEqual(found['sf_plain'])
    })
  })

  describe('nodes (protocol 1.17)', () => {
    test('children come in their defined order', async () => {
      const root = (await get('/nodes/root?depth=1&versionStatus=latest')).json as unknown as Node
      const order = [20, 10, 30, 40, 50, 60].map((at) => `10de0000-0000-4000-8000-0000000000${at}`)
      const shown = root.children?.map(({ id }) => id) ?? []
      expect(shown.length).toBeGreaterThan(3)
      expect(shown).toEqual(order.filter((id) => shown.includes(id)))
      const children = (await get(`/nodes/${root.id}/children?versionStatus=latest`)).json as unknown as readonly Node[]
      expect(children.map(({ id }) => id)).toEqual(shown)
    })
    test('an unpublished page is in no tree and no list of children, but is found by its own address', async () => {
      const paths = async (status: string) => ((await get(`/nodes/root?depth=1&versionStatus=${status}`)).json as unknown as Node).children?.map(({ path }) => path)
      expect(await paths('published')).not.toContain('/orchid')
      expect(await paths('latest')).toContain('/orchid')
      expect((await get('/nodes/orchid')).status).toBe(200)
    })
    test('childCount counts the children that are delivered: the same with every depth, in every call and version status (0033)', async () => {
      const counts = async (path: string) => {
        const found = []
        for (const depth of [0, 1, 2]) found.push(((await get(`${path}${path.includes('?') ? '&' : '?'}depth=${depth}`)).json as unknown as Node).childCount)
        return found
      }
      const [published, latest] = [await counts('/nodes/root'), await counts('/nodes/root?versionStatus=latest')]
      const shown = ((await get('/nodes/root?depth=1')).json as unknown as Node).children?.length ?? 0
      expect([published, latest]).toEqual([Array(3).fill(shown), Array(3).fill(shown + 1)])
      const root = (await get('/nodes/root?depth=1')).json as unknown as Node
      const open = (root.children ?? []).filter(({ path }) => path !== '/members')
      expect(open.length).toBeGreaterThan(2)
      for (const child of open) expect((await get(`/nodes/${child.id}`)).json).toMatchObject({ childCount: child.childCount })
      expect((await get(`/nodes/${root.children?.[0]?.id}/parent`)).json).toMatchObject({ childCount: shown })
    })
    test('at the requested depth children is an empty list; without a depth it is missing (0033)', async () => {
      const root = (await get('/nodes/root?depth=1')).json as unknown as Node
      const plants = root.children?.find(({ path }) => path === '/plants')
      expect([plants?.children, (plants?.childCount ?? 0) > 0]).toEqual([[], true])
      expect((await get('/nodes/root')).json).not.toHaveProperty('children')
    })
    test('a page for members is in the tree without its data', async () => {
      const tree = (await get('/nodes/root?depth=2&entryFields=*')).json as unknown as Node
      const members = tree.children?.find(({ path }) => path === '/members')?.children?.[0]
      expect([members?.path, members?.entry]).toEqual(['/members/signed-in', undefined])
    })
  })

  describe('files of forms (protocol 1.20)', () => {
    const upload = (post: string, version = '69') => {
      const field = (name: string, value: string) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
      const file = `--b\r\nContent-Disposition: form-data; name="jUploadFile1"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n\u0089PNG\r\n\u001a\n\r\n--b--\r\n`
      return platform.inject({
        method: 'POST',
        url: '/REST/UI/FormsModule/UploadFile',
        headers: { 'content-type': 'multipart/form-data; boundary=b' },
        payload: Buffer.from(field('formElementID', '4') + field('formPostID', post) + field('formVersionID', version) + file, 'latin1'),
      })
    }
    const post = async (version: number) =>
      String(((await form(platform, `/REST/UI/FormsModule/postform/${version}/0`, {})).json as unknown as { formPostId: number }).formPostId)

    test('a file belongs to a post of its form; without one it is refused', async () => {
      expect((await upload(await post(69))).statusCode).toBe(200)
      for (const nobody of ['999999', '', '-1', 'x', await post(70)]) expect([nobody, (await upload(nobody)).statusCode]).toEqual([nobody, 404])
    })
    test('a post takes fifty files and no more', async () => {
      const mine = await post(69)
      for (let at = 0; at < 50; at += 1) expect((await upload(mine)).statusCode).toBe(200)
      expect((await upload(mine)).statusCode).toBe(413)
    })
  })
})
