import deliveryModule from 'contensis-delivery-api'
import type { Platform } from '../create-platform.ts'
import { aPlatform, ask, PROJECT, search, signIn, TOKEN } from '../testing/a-platform.ts'

const { Client: Delivery, Op, Query } = deliveryModule
const PLANTS = [
  { field: 'sys.contentTypeId', equalTo: 'plant' },
  { field: 'sys.language', equalTo: 'en-GB' },
]
const ROWANS = ['Aloe Vera', 'Boston Fern', 'Venus Flytrap']
const HAZELS = ['Encyclopaedic Oak', 'Giant Redwood', 'Silver Fern', 'english lavender']
const OLIVES = ['Prickly Pear', 'Swiss Cheese Plant']
const NOBODYS = ['Bamboo', 'Lavender Cotton', 'Snake Plant']

describe('fields of linked entries in a query (docs/decisions/0033)', () => {
  let platform: Platform
  let admin = ''
  beforeAll(async () => {
    platform = await aPlatform()
    admin = (await signIn(platform, 'admin', 'Adm1n-pass-word')).json.access_token
  })
  afterAll(() => platform.close())

  const query = async (clauses: readonly object[], more: object = {}) => {
    const answer = await search(platform, [...PLANTS, ...clauses], { pageSize: 100, ...more })
    expect(answer.status).toBe(200)
    return answer.json as typeof answer.json & { readonly aggregations: Record<string, object> }
  }
  const find = async (...clauses: readonly object[]) => {
    const { items, totalCount } = await query(clauses)
    expect(totalCount).toBe(items.length)
    return items.map(({ title }) => title).sort()
  }

  test.each<[object, readonly string[]]>([
    [{ field: 'grower.entryTitle', equalTo: 'rowan ashe' }, ROWANS],
    [{ field: 'grower.name', equalTo: 'Rowan Ashe' }, ROWANS],
    [{ field: 'grower.name', in: ['Rowan Ashe', 'Olive Thorne'] }, [...ROWANS, ...OLIVES].sort()],
    [{ field: 'grower.name', contains: 'azel' }, HAZELS],
    [{ field: 'grower.name', startsWith: 'oliv' }, OLIVES],
    [{ field: 'grower.name', freeText: 'thorne olive' }, OLIVES],
    [{ field: 'grower.employer.name', equalTo: 'Hillside Trust' }, ROWANS],
    [{ field: 'grower.employer.sys.contentTypeId', equalTo: 'organisation' }, [...HAZELS, ...ROWANS].sort()],
    [{ field: 'grower.employer', exists: true }, [...HAZELS, ...ROWANS].sort()],
    [{ field: 'grower.employer.name', exists: false }, [...OLIVES, ...NOBODYS].sort()],
    [{ not: { field: 'grower.name', freeText: 'birch' } }, [...ROWANS, ...OLIVES, ...NOBODYS].sort()],
    [{ field: 'grower.nosuch', exists: true }, []],
    [{ field: 'heroImage.asset.sys.properties.filename', exists: true }, ['Boston Fern']],
  ])('%j', async (clause, titles) => {
    const found = await find(clause)
    if (titles.length === 1) expect(found).toEqual(expect.arrayContaining([...titles]))
    else expect(found).toEqual([...titles])
  })

  test('combine with other conditions, in "and" and in "or", where their words score too', async () => {
    const rowan = { field: 'grower.name', equalTo: 'Rowan Ashe' }
    expect(await find(rowan, { field: 'title', contains: 'fern' })).toEqual(['Boston Fern'])
    const free = { field: 'grower.name', freeText: 'olive', weight: 50 }
    const { items } = await query([{ or: [free, { field: 'title', freeText: 'fern' }] }])
    expect(items.map(({ title }) => title)).toEqual([...OLIVES, expect.any(String), expect.any(String)])
    expect(await find({ or: [free, rowan] })).toEqual([...ROWANS, ...OLIVES].sort())
  })

  test('order entries, those without a value last in both directions, also over several links', async () => {
    const order = async (orderBy: object, more: object = {}) =>
      (await query([], { orderBy: [orderBy, { asc: 'title' }], ...more })).items.map(({ title }) => title)
    const byCase = (a: string, b: string) => a.toLowerCase().localeCompare(b.toLowerCase())
    expect((await order({ asc: 'grower.name' })).slice(0, 7)).toEqual(
      [...HAZELS]
        .sort(byCase)
        .concat(OLIVES)
        .slice(0, 6)
        .concat(ROWANS[0] ?? ''),
    )
    expect((await order({ desc: 'grower.entryTitle' })).slice(0, 5)).toEqual([...ROWANS, ...OLIVES])
    for (const direction of ['asc', 'desc'])
      expect((await order({ [direction]: 'grower.name' })).slice(-3)).toEqual(expect.arrayContaining(NOBODYS))
    expect((await order({ desc: 'grower.employer.name' })).slice(0, 4).sort()).toEqual(HAZELS)
    expect(await order({ desc: 'grower.name' }, { pageSize: 2, pageIndex: 1 })).toEqual([
      'Venus Flytrap',
      'Prickly Pear',
    ])
  })

  test('are counted in aggregations, with a bucket for entries without one', async () => {
    const { aggregations } = await query([], {
      aggregations: {
        sf_grower: { field: 'grower.name', missing: 'nobody' },
        sf_employer: { field: 'grower.employer.name', size: 1 },
      },
    })
    expect(aggregations['sf_grower']).toMatchObject({ 'hazel birch': 4, 'rowan ashe': 3, 'olive thorne': 2 })
    expect(aggregations['sf_grower']).toHaveProperty('nobody')
    expect(aggregations['sf_employer']).toEqual({ 'seed exchange': 4 })
  })

  test('count entries without a value in the bucket of the value that the request names for them', async () => {
    const counted = async (missing: string) =>
      (await query([], { aggregations: { by: { field: 'grower.name', missing } } })).aggregations[
        'by'
      ] as Record<string, number>
    const { nobody = 0 } = await counted('nobody')
    expect(nobody).toBeGreaterThan(0)
    expect(await counted('rowan ashe')).toMatchObject({ 'rowan ashe': 3 + nobody, 'hazel birch': 4 })
  })

  test("are those of the variation that the link leads to: in the link's language, else in the default one of its type", async () => {
    const french = await search(platform, [
      { field: 'sys.contentTypeId', equalTo: 'plant' },
      { field: 'sys.language', equalTo: 'fr-FR' },
      { field: 'grower.name', equalTo: 'Rowan Ashe' },
    ])
    expect(french.json.totalCount).toBe(2)
  })

  test('can be queried by the published clients, as a query and as ZenQL', async () => {
    const { url } = await platform.listen(0)
    const client = Delivery.create({ rootUrl: url, accessToken: TOKEN, projectId: 'website' })
    const asked = new Query(
      Op.and(
        Op.equalTo('sys.versionStatus', 'published'),
        Op.or(Op.equalTo('sys.contentTypeId', 'plant'), Op.equalTo('sys.contentTypeId', 'person')),
      ),
      Op.equalTo('sys.language', 'en-GB'),
      Op.equalTo('grower.entryTitle', 'Olive Thorne'),
    )
    expect((await client.entries.search(asked)).items.map(({ title }) => String(title)).sort()).toEqual(
      OLIVES,
    )
    const zenql = encodeURIComponent('grower.name = "Olive Thorne" and sys.language = "en-GB"')
    expect((await ask(platform, `${PROJECT}/entries?zenql=${zenql}`)).json.totalCount).toBe(2)
  })

  test('a path over eleven links is refused with a reason, a long one within the limit gets its usual time', async () => {
    const chain = (links: number) => `${'parentOrganisation.'.repeat(links)}name`
    const ask = (links: number) => search(platform, [{ field: chain(links), exists: true }])
    expect([(await ask(10)).status, (await ask(11)).status]).toEqual([200, 400])
    expect((await ask(11)).json.message).toContain('more than 10 links')
    const ordered = await search(platform, [], { orderBy: [{ asc: chain(11) }] })
    expect(ordered.status).toBe(400)
  })

  describe('follow changes of linked entries', () => {
    const ENTRIES = '/api/management/projects/website/entries'
    const call = (method: 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
      platform.inject({
        method,
        url: `${ENTRIES}${url}`,
        headers: { authorization: `Bearer ${admin}` },
        ...(payload ? { payload } : {}),
      })
    const sendEvent = (id: string, event: string) =>
      call('POST', `/${id}/workflow/events`, { event, language: 'en-GB' })
    const names = (name: string) => find({ field: 'grower.name', equalTo: name })
    const keysOf = async () => {
      const where = encodeURIComponent(
        JSON.stringify([{ field: 'grower.name', equalTo: 'Willow Elm' }, ...PLANTS]),
      )
      const { headers } = await ask(platform, `${PROJECT}/entries/search?where=${where}`, {
        accesstoken: TOKEN,
        'x-require-surrogate-key': 'true',
      })
      return String(headers['surrogate-key']).split(' ')
    }

    test('when the linked entry is created, changed, unpublished, published again and deleted', async () => {
      const id = 'b0000000-0000-4000-8000-0000000000aa'
      const plant = await call('POST', '', {
        title: 'Weeping Willow',
        grower: { sys: { id } },
        sys: { contentTypeId: 'plant', language: 'en-GB' },
      })
      const { sys } = plant.json<{ sys: { id: string } }>()
      await sendEvent(sys.id, 'draft.publish')
      expect(await names('Willow Elm')).toEqual([])
      const made = await call('POST', '', {
        name: 'Willow Elm',
        sys: { id, contentTypeId: 'person', language: 'en-GB' },
      })
      expect(made.statusCode).toBe(201)
      expect(await names('Willow Elm')).toEqual([])
      await sendEvent(id, 'draft.publish')
      expect(await names('Willow Elm')).toEqual(['Weeping Willow'])
      await call('PUT', `/${id}`, { name: 'Willow Oak', sys: { language: 'en-GB' } })
      expect([await names('Willow Elm'), await names('Willow Oak')]).toEqual([['Weeping Willow'], []])
      const latest = { field: 'sys.versionStatus', equalTo: 'latest' }
      expect(await find(latest, { field: 'grower.name', equalTo: 'Willow Oak' })).toEqual(['Weeping Willow'])
      await sendEvent(id, 'draft.publish')
      expect([await names('Willow Elm'), await names('Willow Oak')]).toEqual([[], ['Weeping Willow']])
      await sendEvent(id, 'sysUnpublish')
      expect(await names('Willow Oak')).toEqual([])
      expect(await find(latest, { field: 'grower.name', equalTo: 'Willow Oak' })).toEqual(['Weeping Willow'])
      await sendEvent(id, 'draft.publish')
      expect(await names('Willow Oak')).toEqual(['Weeping Willow'])
      await call('DELETE', `/${id}`)
      expect(await names('Willow Oak')).toEqual([])
      await call('DELETE', `/${sys.id}`)
    })

    test('in caches too: an answer names the content types of the entries whose fields decided', async () => {
      expect(await keysOf()).toEqual(
        expect.arrayContaining(['hillside_ct_website_plant', 'hillside_ct_website_person']),
      )
    })
  })
})
