import type { Platform } from '../create-platform.ts'
import { ask, aPlatform, PROJECT, search } from '../testing/a-platform.ts'

const PLANTS = [
  { field: 'sys.contentTypeId', equalTo: 'plant' },
  { field: 'sys.language', equalTo: 'en-GB' },
]
const EVENTS = [
  { field: 'sys.contentTypeId', equalTo: 'event' },
  { field: 'sys.language', equalTo: 'en-GB' },
]

describe('queries', () => {
  let platform: Platform
  beforeAll(async () => void (platform = await aPlatform()))
  afterAll(() => platform.close())

  const titles = async (clauses: readonly object[], base: readonly object[] = PLANTS, more: object = {}) => {
    const answer = await search(platform, [...base, ...clauses], { pageSize: 100, fields: ['title'], ...more })
    expect(answer.status).toBe(200)
    return answer.json.items.map((item) => item.title)
  }
  const sorted = async (clause: object, base = PLANTS) => [...(await titles([clause], base))].sort()

  describe('operators (protocol 1.12)', () => {
    test.each<[string, object, readonly string[]]>([
      ['equalTo compares the whole value, in any case', { field: 'title', equalTo: 'BOSTON fern' }, ['Boston Fern']],
      ['equalTo does not match a part', { field: 'title', equalTo: 'Boston' }, []],
      ['equalTo over a list: any element', { field: 'tags', equalTo: 'succulent' }, ['Aloe Vera', 'Prickly Pear']],
      ['in: any of the values', { field: 'height', in: [60, 90] }, ['Boston Fern', 'Silver Fern']],
      ['contains: inside words', { field: 'title', contains: 'ambo' }, ['Bamboo']],
      ['contains: several words are one phrase', { field: 'summary', contains: 'gentle moon' }, ['Boston Fern']],
      ['contains: * is any run, ? one character', { field: 'title', contains: 's?lver*n' }, ['Silver Fern']],
      ['contains: * is any run, ? one character', { field: 'title', contains: 'b?mbo' }, ['Bamboo']],
      ['startsWith: on the whole value', { field: 'title', startsWith: 'lav' }, ['Lavender Cotton']],
      ['endsWith: on the whole value', { field: 'title', endsWith: 'fern' }, ['Boston Fern', 'Silver Fern']],
      ['endsWith does not match a part that is followed by more', { field: 'title', endsWith: 'fer' }, []],
      ['greaterThan leaves the value itself out', { field: 'price', greaterThan: 120 }, ['Giant Redwood']],
      ['greaterThanOrEqualTo takes it', { field: 'price', greaterThanOrEqualTo: 120 }, ['Encyclopaedic Oak', 'Giant Redwood']],
      ['lessThan', { field: 'price', lessThan: 6 }, ['Prickly Pear']],
      ['lessThanOrEqualTo', { field: 'price', lessThanOrEqualTo: 6 }, ['Prickly Pear', 'english lavender']],
      ['numbers given as texts are numbers', { field: 'price', greaterThan: '120' }, ['Giant Redwood']],
      ['between takes both ends', { field: 'height', between: [50, 55] }, ['Lavender Cotton', 'english lavender']],
      ['texts compare in any case', { field: 'title', lessThan: 'b' }, ['Aloe Vera']],
      ['dates compare as instants', { field: 'planted', equalTo: '2008-03-31T23:00:00Z' }, ['english lavender']],
      ['a date without a time is its midnight, UTC', { field: 'planted', equalTo: '2003-07-12' }, ['Silver Fern']],
      ['a date range by its ends', { field: 'flowering.from', lessThan: '2019-07-01' }, ['english lavender']],
      ['exists: neither missing nor null', { field: 'origin', exists: true }, ['Boston Fern', 'Silver Fern']],
      ['exists: an empty text is there', { and: [{ field: 'summary', exists: true }, { field: 'price', equalTo: 0 }] }, ['Prickly Pear']],
      ['exists false: null counts as missing', { field: 'summary', exists: false }, ['Venus Flytrap']],
      ['in with null: entries without a value too', { and: [{ field: 'summary', in: [null, 'nothing else'] }, { field: 'height', exists: true }] }, ['Venus Flytrap']],
      ['exists false: an empty list counts as missing', { field: 'tags', exists: false }, ['Encyclopaedic Oak']],
      ['links by the id they point to', { field: 'grower.sys.id', equalTo: 'b0000000-0000-4000-8000-000000000003' }, ['Prickly Pear', 'Swiss Cheese Plant']],
      ['fields of a linked entry (0033)', { field: 'grower.name', equalTo: 'olive thorne' }, ['Prickly Pear', 'Swiss Cheese Plant']],
      ['taxonomy by its key', { field: 'topic.key', equalTo: '0/1/2' }, ['Boston Fern', 'Silver Fern']],
      ['and, or', { or: [{ field: 'height', equalTo: 10 }, { and: [{ field: 'height', equalTo: 60 }, { field: 'price', lessThan: 20 }] }] }, ['Boston Fern', 'Venus Flytrap']],
      ['not: entries without the field match', { and: [{ not: { field: 'topic', startsWith: '0/1' } }, { field: 'height', lessThan: 2000 }] }, []],
      ['a missing field never meets a condition', { field: 'origin.lat', lessThan: 1000 }, ['Boston Fern', 'Silver Fern']],
      ['an unknown field finds nothing', { field: 'nosuch', equalTo: 'x' }, []],
    ])('%s', async (_, clause, expected) => {
      const found = await sorted(clause)
      if (JSON.stringify(clause).startsWith('{"and":[{"not"')) expect(found).toContain('Bamboo')
      else expect(found).toEqual([...expected].sort())
    })

    test.each([['or'], ['and']])('not of %s finds all others', async (operator) => {
      const [short, cheap] = [{ field: 'height', lessThan: 100 }, { field: 'price', lessThan: 20 }]
      const [found, others] = [await sorted({ [operator]: [short, cheap] }), await sorted({ not: { [operator]: [short, cheap] } })]
      const all = await sorted({ field: 'sys.id', exists: true })
      expect(Math.min(found.length, others.length)).toBeGreaterThan(0)
      expect([...found, ...others].sort()).toEqual(all)
    })

    test.each(['mi', 'miles', 'yd', 'yards', 'ft', 'feet', 'in', 'inch', 'km', 'kilometers', 'm', 'meters', 'cm', 'mm', 'NM', 'nmi', 'nauticalmiles'])(
      'distanceWithin knows the unit %s',
      async (unit) => {
        const lengths: Readonly<Record<string, number>> = { mi: 1609.344, miles: 1609.344, yd: 0.9144, yards: 0.9144, ft: 0.3048, feet: 0.3048, in: 0.0254, inch: 0.0254, km: 1000, kilometers: 1000, m: 1, meters: 1, cm: 0.01, mm: 0.001 }
        const metres = lengths[unit] ?? 1852
        const around = (reach: number) => ({ field: 'location', distanceWithin: { lat: '52.367', lon: -2.723, distance: `${(reach / metres).toFixed(4)}${unit}` } })
        expect(await sorted(around(200), EVENTS)).toEqual(['Castle Spring Fair'])
        expect(await sorted(around(2000), EVENTS)).toEqual(['Castle Spring Fair', 'Free River Walk'])
      },
    )

    test('after distanceWithin, ordering by the location orders by distance, which each item shows in the requested unit', async () => {
      const near = { field: 'location', distanceWithin: { lat: 52.367, lon: -2.723, distance: '400km' } }
      const answer = await search(platform, [...EVENTS, near], { orderBy: [{ asc: 'location' }] })
      const distances = answer.json.items.map((item) => (item as unknown as { location: { distance: number } }).location.distance)
      expect(answer.json.items.slice(0, 2).map((item) => item.title)).toEqual(['Castle Spring Fair', 'Free River Walk'])
      expect(distances).toEqual([...distances].sort((a, b) => a - b))
      expect(distances.at(-1)).toBeLessThanOrEqual(400)
    })
  })

  describe('free text, order and paging (protocol 1.13)', () => {
    test('all words are required, in any order; with "or" more words rank higher', async () => {
      expect(await titles([{ field: 'title', freeText: 'fern boston' }])).toEqual(['Boston Fern'])
      const any = await titles([{ field: 'title', freeText: { term: 'silver fern plant', operator: 'or' } }])
      expect(any[0]).toBe('Silver Fern')
      expect(any).toEqual(expect.arrayContaining(['Boston Fern', 'Snake Plant', 'Swiss Cheese Plant']))
    })
    test.each([
      ['summary', 'water a in', false],
      ['summary', 'leaves tallest a', false],
      ['summary', 'watr a in', true],
      ['quotes.text', 'path mist forgive', false],
      ['*', 'boston leaves tallest a', false],
    ])('with "or" entries with more of the words come first, however rare the words of the others: %s, "%s"', async (field, term, fuzzy) => {
      const find = (word: string) => titles([{ field, freeText: { term: word, fuzzy } }])
      const found = await Promise.all(term.split(' ').map(find))
      const any = await titles([{ field, freeText: { term, fuzzy, operator: 'or' } }])
      const counts = any.map((title) => found.filter((some) => some.includes(title)).length)
      expect(counts).toEqual([...counts].sort((a, b) => b - a))
      expect(new Set(counts).size).toBeGreaterThan(1)
    })
    test('whole words only; fuzzy allows one edit up to five letters, two beyond, a swap counting as one', async () => {
      expect(await titles([{ field: 'title', freeText: 'laven' }])).toEqual([])
      const fuzzy = (term: string) => titles([{ field: 'title', freeText: { term, fuzzy: true } }])
      expect([...(await fuzzy('lavnedre'))].sort()).toEqual(['Lavender Cotton', 'english lavender'])
      expect([...(await fuzzy('fren'))].sort()).toEqual(['Boston Fern', 'Silver Fern'])
      expect(await fuzzy('frne')).toEqual([])
      expect(await titles([{ field: 'title', freeText: { term: 'lavnedre' } }])).toEqual([])
    })
    test('without an order equal scores come by title, in any case; the same page twice is the same', async () => {
      const page = () => titles([], PLANTS, { pageSize: 5, pageIndex: 1 })
      expect(await page()).toEqual(await page())
      const all = await titles([])
      expect(all).toEqual([...all].sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)))
    })
    test('missing values come last in both directions', async () => {
      for (const orderBy of [[{ asc: 'fee' }], [{ desc: 'fee' }], [{ asc: 'fee' }, { asc: 'title' }], [{ desc: 'fee' }, { asc: 'title' }]])
        expect((await titles([], EVENTS, { orderBy })).at(-1)).toBe('Far Future Festival')
    })
  })

  describe('dates as expressions (protocol 1.14)', () => {
    test.each([
      ['now()', ['Far Future Festival']],
      ['startOfYear()', ['Far Future Festival']],
      ['endOfMonth(1M)', ['Far Future Festival']],
      ['startOfDay(7h)', ['Far Future Festival']],
      ['-1d', ['Far Future Festival']],
      ['+1y 2M', ['Far Future Festival']],
      ['now(-40y)', null],
    ])('events after %s', async (value, expected) => {
      const found = await sorted({ field: 'starts', greaterThan: value }, EVENTS)
      if (expected === null) expect(found).toHaveLength(7)
      else expect(found).toEqual(expected)
    })
    test('only for fields that hold dates a value is read as a date expression', async () => {
      expect(await sorted({ field: 'title', equalTo: 'now()' })).toEqual([])
    })
  })

  describe('ZenQL (protocol 1.15)', () => {
    const zenql = async (text: string) => {
      const query = `sys.contentTypeId = "plant" and sys.language = "en-GB" and (${text}) order by entryTitle`
      const answer = await ask(platform, `${PROJECT}/entries?pageSize=100&zenql=${encodeURIComponent(query)}`)
      return answer.status === 200 ? answer.json.items.map((item) => item.title) : [answer.json.message]
    }
    test.each([
      ['title = "Boston Fern"', ['Boston Fern']],
      ['title != NULL and title ~ "ambo"', ['Bamboo']],
      ['title !~ "a" and title !~ "e"', []],
      ['height > 2000 or height < 20', ['Encyclopaedic Oak', 'Giant Redwood', 'Venus Flytrap']],
      ['height >= 9000', ['Giant Redwood']],
      ['height in (10, 9000)', ['Giant Redwood', 'Venus Flytrap']],
      ['height not in (10, 9000) and height between (2000, 9999)', ['Encyclopaedic Oak']],
      ['origin exists', ['Boston Fern', 'Silver Fern']],
      ['title startswith "Giant"', ['Giant Redwood']],
      ['title endswith ‘Cotton’', ['Lavender Cotton']],
      ['searchContent freetext “oak repeats”', ['Encyclopaedic Oak']],
      ['summary is empty', ['Prickly Pear', 'Venus Flytrap']],
      ['summary IS NOT EMPTY and height > 8000', ['Giant Redwood']],
      ['origin distancewithin (42.36, -71.05, 5km)', ['Boston Fern']],
      ['NOT (height < 9000)', ['Giant Redwood']],
      ['height > 8000 and < 9001', ['Giant Redwood']],
      ['planted = 2003-07-12 00:00', ['Silver Fern']],
    ])('%s', async (text, expected) => {
      expect(await zenql(text)).toEqual(expected)
    })
    test('a syntax error names its position', async () => {
      expect(String((await zenql('title = '))[0])).toMatch(/position \d+/)
    })
  })

  describe('aggregations (protocol 1.16)', () => {
    const aggregate = async (aggregations: object) => {
      const answer = await search(platform, PLANTS, { pageSize: 1, aggregations })
      return (answer.json as unknown as { aggregations: Readonly<Record<string, Readonly<Record<string, number>>>> }).aggregations
    }
    test('counts are of the whole result, most frequent first, keys in lower case, "missing" a bucket of its own', async () => {
      const found = await aggregate({ sf_tags: { field: 'tags', missing: 'none' }, sf_one: { field: 'tags', size: 1 } })
      expect(found['sf_tags']).toEqual({ indoor: 5, outdoor: 6, shade: 3, succulent: 2, none: 1 })
      expect(Object.keys(found['sf_tags'] ?? {})[0]).toBe('outdoor')
      expect(found['sf_one']).toEqual({ outdoor: 6 })
    })
    test('what all entries of a kind share is counted too', async () => {
      expect((await aggregate({ sf_type: { field: 'sys.contentTypeId' } }))['sf_type']).toEqual({ plant: 12 })
      const everywhere = await search(platform, [], { pageSize: 1, aggregations: { sf_all: { field: 'sys.contentTypeId' }, sf_one: { field: 'sys.contentTypeId', size: 1 } } })
      const { sf_all: all = {}, sf_one: first } = (everywhere.json as unknown as { aggregations: Readonly<Record<string, Readonly<Record<string, number>>>> }).aggregations
      const most = Math.max(...Object.values(all))
      expect(Object.values(all).filter((count) => count < most).length).toBeGreaterThan(0)
      expect(Object.values(first ?? {})).toEqual([most])
    })
    const reserved =
      'after_key bg_count bottom_right bounds buckets count doc_count doc_count_error_upper_bound fields from from_as_string geometry hits key key_as_string keys location max_score meta min min_length properties score sum_other_doc_count to to_as_string top top_left total type value value_as_string values _as_string'
    test.each(reserved.split(' '))('the name "%s" is reserved', async (name) => {
      const answer = await search(platform, [], { aggregations: { [name]: { field: 'tags' } } })
      expect([answer.status, answer.json.message]).toEqual([400, expect.stringContaining('reserved')])
    })
  })
})
