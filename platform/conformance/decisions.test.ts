import type { Platform } from '../create-platform.ts'
import { ask, aPlatform, PROJECT, search, TOKEN, type Answer } from '../testing/a-platform.ts'

const FERN = 'd0000000-0000-4000-8000-000000000001'
const ENGLISH_PLANTS = [
  { field: 'sys.contentTypeId', equalTo: 'plant' },
  { field: 'sys.language', equalTo: 'en-GB' },
]
type Entry = Readonly<Record<string, unknown>> & { readonly title: string; readonly sys: Readonly<Record<string, unknown>> }

describe('decisions where the documents disagree (protocol 1.22)', () => {
  let platform: Platform
  beforeAll(async () => void (platform = await aPlatform()))
  afterAll(() => platform.close())

  const get = (rest: string): Promise<Answer> => ask(platform, PROJECT + rest)
  const titles = async (clause: object, more: object = {}) =>
    (await search(platform, [...ENGLISH_PLANTS, clause], { pageSize: 100, ...more })).json.items.map((item) => item.title)

  test.each([
    { accesstoken: TOKEN },
    { accessToken: TOKEN },
    { authorization: TOKEN },
    { authorization: `Bearer ${TOKEN}` },
  ])('1: the token is taken from %j', async (headers) => {
    expect((await ask(platform, PROJECT, { ...headers } as unknown as Record<string, string>)).status).toBe(200)
  })
  test('1: and from the query; without one the answer is 401 in JSON', async () => {
    expect((await ask(platform, `${PROJECT}?accessToken=${TOKEN}`, {})).status).toBe(200)
    const refused = await ask(platform, PROJECT, {})
    expect([refused.status, refused.json.type]).toEqual([401, 'error'])
  })
  test('2: ZenQL at both addresses gives the same', async () => {
    const zenql = encodeURIComponent('sys.contentTypeId = plant order by title desc')
    expect((await get(`/entries/search?zenql=${zenql}`)).json).toEqual((await get(`/entries?zenql=${zenql}`)).json)
  })
  test('3: "not" holds an object or a list with one', async () => {
    const inner = { field: 'inStock', equalTo: true }
    expect(await titles({ not: [inner] })).toEqual(await titles({ not: inner }))
    expect(await titles({ not: inner })).toContain('Snake Plant')
  })
  test('4: "fields" of a GET is a comma list or a JSON list', async () => {
    expect((await get(`/entries/${FERN}?fields=["title"]`)).json).toEqual((await get(`/entries/${FERN}?fields=title`)).json)
  })
  test.each([{ freeText: 'exaltata' }, { equalTo: 'nephrolepis exaltata' }, { contains: 'rolepis ex' }, { startsWith: 'nephro' }, { endsWith: 'altata' }])(
    '5: the field * takes %j',
    async (operator) => expect(await titles({ field: '*', ...operator })).toEqual(['Boston Fern']),
  )
  test('5: * finds words of titles and of keywords too', async () => {
    expect(await titles({ field: '*', freeText: 'carnivore' })).toEqual(['Venus Flytrap'])
    expect(await titles({ field: '*', freeText: 'flytrap' })).toEqual(['Venus Flytrap'])
  })
  test('6: a text over 8,000 characters is invisible to the exact operators, not to free text', async () => {
    expect(await titles({ field: 'body', freeText: 'oak grows slowly' })).toEqual(['Encyclopaedic Oak'])
    for (const operator of [{ contains: 'oak grows' }, { startsWith: '<p>An oak' }, { endsWith: '</p>' }])
      expect(await titles({ field: 'body', ...operator })).not.toContain('Encyclopaedic Oak')
  })
  test('7: weight lifts an exact title inside an "or", and orders nothing at the top level', async () => {
    const any = { or: [{ field: 'summary', freeText: 'silver' }, { field: 'title', equalTo: 'Boston Fern', weight: 10 }] }
    expect((await titles(any))[0]).toBe('Boston Fern')
    const filters = [{ field: 'inStock', equalTo: true, weight: 50 }, { field: 'height', lessThan: 100 }]
    const found = await titles({ and: filters })
    expect(found).toEqual([...found].sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)))
  })
  test('8: limited sys members always keep the union of the documented minimum', async () => {
    const { sys } = (await get(`/entries/${FERN}?fields=title,-sys`)).json as unknown as Entry
    expect(Object.keys(sys).sort()).toEqual(['contentTypeId', 'dataFormat', 'id', 'language', 'uri', 'versionStatus'])
  })
  test('9: a search without a version status finds published content', async () => {
    expect(await titles({ field: 'title', contains: 'bamboo' })).toEqual(['Bamboo'])
    expect(await titles({ and: [{ field: 'title', contains: 'bamboo' }, { field: 'sys.versionStatus', equalTo: 'latest' }] })).toEqual(['Black Bamboo'])
  })
  test('10: a list is in the primary language, a search in all', async () => {
    const languages = (answer: Answer) => new Set(answer.json.items.map((item) => (item.sys as unknown as { language: string }).language))
    expect(languages(await get('/entries?pageSize=500'))).toEqual(new Set(['en-GB']))
    expect(languages(await search(platform, [], { pageSize: 500 }))).toEqual(new Set(['en-GB', 'fr-FR']))
  })
  test("11: an asset that is not resolved still has its file's address and its title", async () => {
    const { heroImage } = (await get(`/entries/${FERN}`)).json as unknown as { heroImage: { asset: Entry } }
    expect(heroImage.asset).toMatchObject({ entryTitle: expect.any(String), sys: { uri: expect.stringContaining('/image-library/') } })
  })
  test('12: transformations are a query string', async () => {
    const all = (await search(platform, [{ field: 'heroImage', exists: true }], { pageSize: 50 })).json.items as unknown as readonly { heroImage: { transformations: unknown } }[]
    const said = all.map(({ heroImage }) => heroImage.transformations).filter((value) => value !== null)
    for (const one of said) expect(one).toMatch(/^\w+=[^&]+(&\w+=[^&]+)*$/)
  })
  test('13: the primary language has no prefix in a path, every other has its own', async () => {
    expect((await get('/nodes/plants/ferns')).json).toMatchObject({ path: '/plants/ferns' })
    expect((await get('/nodes/FR-fr/plantes/fougeres')).json).toMatchObject({ path: '/fr-FR/plantes/fougeres', language: 'fr-FR' })
  })
  test('14: an empty text exists; in ZenQL it is empty too', async () => {
    expect(await titles({ field: 'summary', exists: true })).toContain('Prickly Pear')
    const zenql = encodeURIComponent('sys.contentTypeId = plant and summary is empty')
    expect((await get(`/entries?zenql=${zenql}`)).json.items.map((item) => item.title)).toContain('Prickly Pear')
  })
  test('15: searchContent takes every operator', async () => {
    expect(await titles({ field: 'searchContent', contains: 'shaded rooms' })).toEqual(['Boston Fern', 'Silver Fern'])
    // Silver Fern links to Boston Fern, so a search for Boston Fern's description finds both.
    expect([...(await titles({ field: 'searchContent', freeText: 'shaded rooms' }))].sort()).toEqual(['Boston Fern', 'Silver Fern'])
  })
  test('16: paths of lists go with and without []', async () => {
    const plain = await titles({ field: 'quotes.source', exists: true })
    expect(plain.length).toBeGreaterThan(0)
    expect(await titles({ field: 'quotes[].source', exists: true })).toEqual(plain)
    expect(await titles({ field: 'tags[]', equalTo: 'shade' })).toEqual(await titles({ field: 'tags', equalTo: 'shade' }))
  })
  test('17: an ancestor from a level on is a list, as the client asks for it', async () => {
    const ferns = (await get('/nodes/plants/ferns')).json as unknown as { id: string }
    expect((await get(`/nodes/${ferns.id}/ancestors?startLevel=2`)).json).toEqual([expect.objectContaining({ path: '/plants' })])
  })
  test('18: pages are never cut off at a window; their size is', async () => {
    const answer = await search(platform, [], { pageIndex: 5000, pageSize: 10_001 })
    expect([answer.status, answer.json.items.length, (answer.json as unknown as { pageSize: number }).pageSize]).toEqual([200, 0, 10_000])
  })
})
