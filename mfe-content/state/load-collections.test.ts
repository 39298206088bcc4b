import { jest } from '@jest/globals'
import type { Entry } from '@tessera/shared/content'
import type { ContentClient, DataRequest, LoadRequest } from '@tessera/shared/contract'
import { createMemoryClient } from '@tessera/shared/testing'
import { catalogues, type ContentMessages } from '../messages/index.ts'
import { contentSlice, selectContent } from './content.slice.ts'
import { loadCollections } from './load-collections.ts'
import { makeCollectionCalendar, makeEventCalendar } from './make-calendar.server.ts'

const ORIGIN = 'https://www.larkmoor.example'
const sys = (id: string, contentTypeId: string) => ({ id, contentTypeId, language: 'en-GB' })
const round = {
  sys: sys('tuesday', 'collectionRound'),
  collections: [
    { code: 'rubbish', bin: 'Grey bin; lid, shut', first: '2026-01-06T00:00:00Z', everyWeeks: 1 },
    {
      code: 'garden',
      bin: 'Brown bin',
      first: '2026-03-05T00:00:00Z',
      last: '2026-11-19T00:00:00Z',
      everyWeeks: 2,
    },
  ],
}
const aStreet = (title: string, postcodes: readonly string[]): Entry => ({
  sys: sys(title, 'street'),
  title,
  area: 'Weirside',
  postcodes,
  round,
})
const boxingDay: Entry = {
  sys: sys('boxing-day', 'collectionChange'),
  title: 'Boxing Day',
  from: '2026-12-28T00:00:00Z',
  to: '2026-12-30T00:00:00Z',
  daysLater: 1,
}
const client = createMemoryClient({
  root: { id: 'root', path: '/' },
  entries: [aStreet('Eel Row', ['LK2 4XG']), aStreet('Ferry Road', ['LK2 4BA']), boxingDay],
})

const aRequest = (query: Record<string, string>, own: Partial<ContentClient> = {}) =>
  ({
    query,
    language: 'en-GB',
    messages: catalogues['en-GB'],
    origin: ORIGIN,
    client: { ...client, ...own },
    signal: new AbortController().signal,
  }) as unknown as LoadRequest<ContentMessages> & DataRequest<ContentMessages>

async function lookUp(query: Record<string, string>, own?: Partial<ContentClient>) {
  const result = await loadCollections(aRequest(query, own))
  const state = (result.actions ?? []).reduce<unknown>(
    (before, action) => contentSlice.reducer(before as never, action),
    undefined,
  )
  return { result, lookup: selectContent({ content: state }).collections }
}

beforeEach(() => void jest.useFakeTimers({ now: new Date('2026-12-23T23:59:59Z') }))
afterEach(() => void jest.useRealTimers())

describe('looking up collection days', () => {
  it('finds the street and the next three dates of each bin, moved by bank holidays', async () => {
    const { lookup } = await lookUp({ address: '12 eel row' })
    expect(lookup?.street).toMatchObject({ name: 'Eel Row', area: 'Weirside' })
    expect(lookup?.street?.bins).toEqual([
      {
        code: 'rubbish',
        bin: 'Grey bin; lid, shut',
        dates: [
          { day: '2026-12-30', instead: { of: '2026-12-29', reason: 'Boxing Day' } },
          { day: '2027-01-05' },
          { day: '2027-01-12' },
        ],
      },
      { code: 'garden', bin: 'Brown bin', dates: [] },
    ])
    expect(lookup?.street?.calendar).toEqual({
      download: '/api/data/mfe-content/collections.ics?language=en-GB&street=Eel+Row',
      subscribe:
        'webcal://www.larkmoor.example/api/data/mfe-content/collections.ics?language=en-GB&street=Eel+Row',
    })
  })

  it('moves the collection of a single day by a change without a last day, unless that is long over', async () => {
    const one = (id: string, from: string) => ({
      sys: sys(id, 'collectionChange'),
      title: id,
      from,
      daysLater: 2,
    })
    const entries = [
      aStreet('Eel Row', []),
      one('Snow', '2026-12-29T00:00:00Z'),
      one('Old', '2026-12-01T00:00:00Z'),
    ]
    const { search } = createMemoryClient({ root: { id: 'root', path: '/' }, entries })
    const asked = jest.fn<ContentClient['search']>(search)
    const { lookup } = await lookUp({ address: 'eel' }, { search: asked })
    expect(lookup?.street?.bins[0]?.dates[0]).toEqual({
      day: '2026-12-31',
      instead: { of: '2026-12-29', reason: 'Snow' },
    })
    const found = await Promise.all(asked.mock.results.map(({ value }) => value as ReturnType<typeof search>))
    expect(found.flatMap(({ items }) => items.map(({ title }) => title))).toEqual(['Eel Row', 'Snow'])
  })

  it('lets the visitor choose where several streets may be meant, and finds the one that was chosen', async () => {
    const { lookup, result } = await lookUp({ address: 'lk2 4zz' })
    expect(lookup?.choices.map(({ name }) => name)).toEqual(['Eel Row', 'Ferry Road'])
    expect(result.head?.announcement).toBe('2 streets found')
    const chosen = await lookUp({ street: 'Ferry Road' })
    expect(chosen.lookup?.street?.name).toBe('Ferry Road')
    expect(chosen.result.head).toEqual({ robots: 'noindex', announcement: 'Collections in Ferry Road' })
  })

  it('is valid until midnight on the council’s clock', async () => {
    expect((await lookUp({ address: 'eel' })).result.validUntil).toBe(Date.parse('2026-12-24T00:00:00Z'))
  })

  it('says that nothing was found, and asks nothing before anything was written', async () => {
    const { lookup, result } = await lookUp({ address: 'zzz' })
    expect(lookup).toEqual({ asked: 'zzz', choices: [], hasMore: false })
    expect(result.head?.announcement).toBe('We do not know “zzz”')
    const gone = await lookUp({ street: 'Gone Lane' })
    expect(gone.result.head?.announcement).toBe('We do not know this street')
    const search = () => Promise.reject(new Error('no search is wanted here'))
    expect((await lookUp({ address: ' ' }, { search })).lookup).toBeNull()
  })

  it('says that streets cannot be looked up when they cannot, and the page is not kept', async () => {
    const down = new Error('down')
    const { lookup, result } = await lookUp({ address: 'eel' }, { search: () => Promise.reject(down) })
    expect(lookup).toEqual({ asked: 'eel', choices: [], hasFailed: true })
    expect(result.problem).toBe(down)
    expect(result.head?.announcement).toBe('We cannot look up streets just now')
  })
})

describe('the calendar of a street (RFC 5545)', () => {
  const events = async () => {
    const { body } = await makeCollectionCalendar(aRequest({ street: 'Eel Row' }))
    return { body, events: body.replaceAll('\r\n ', '').split('BEGIN:VEVENT').slice(1) }
  }

  it('ends every line with CR and LF, folds those over 75 bytes, and escapes what has a meaning', async () => {
    const long = { ...aStreet('Eel Row', []), title: 'Lôn Las ŵŷ '.repeat(12).trim() }
    const search: ContentClient['search'] = async (query) => {
      const found = await client.search(query)
      return JSON.stringify(query.where).includes('"street"') ? { ...found, items: [long] } : found
    }
    const { body } = await makeCollectionCalendar(aRequest({ street: 'Eel Row' }, { search }))
    expect(body.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    const lines = body.split('\r\n')
    expect(lines.every((line) => Buffer.byteLength(line) <= 75)).toBe(true)
    expect(body).toContain(String.raw`SUMMARY:Grey bin\; lid\, shut`)
    expect(body.replaceAll('\r\n ', '')).toContain(`LOCATION:${long.title}`)
  })

  it('has a whole day for each collection of a year, moved ones under the name that they had', async () => {
    const { events: all } = await events()
    expect(all).toHaveLength(52)
    expect(all[0]).toContain('UID:Eel Row-rubbish-2026-12-29@www.larkmoor.example')
    expect(all[0]).toContain('DTSTART;VALUE=DATE:20261230')
    expect(all[0]).toContain('DTEND;VALUE=DATE:20261231')
    expect(all[0]).toContain(String.raw`DESCRIPTION:not Tuesday 29 December 2026: Boxing Day`)
    expect(new Set(all.map((event) => /UID:.*/.exec(event)?.[0])).size).toBe(all.length)
  })

  it('is the same all day, so that who has it need not fetch it again, and another one the day after', async () => {
    const { body } = await events()
    jest.setSystemTime(new Date('2026-12-23T00:00:01Z'))
    expect((await events()).body).toBe(body)
    jest.setSystemTime(new Date('2026-12-24T00:00:01Z'))
    expect((await events()).body).not.toBe(body)
  })

  it('does not exist for an unknown street', async () => {
    await expect(makeCollectionCalendar(aRequest({ street: 'nowhere' }))).rejects.toMatchObject({
      code: 'mfe-content/no-such-street',
      status: 404,
    })
  })
})

describe('the calendar of an event', () => {
  const cinema: Entry = {
    sys: { ...sys('cinema', 'event'), uri: '/events/cinema' },
    title: 'Warm cinema',
    summary: 'A film, a blanket and soup.',
    dates: { from: '2026-11-03T13:00:00Z', to: '2026-11-17T16:00:00Z' },
    venue: { sys: sys('hall', 'venue'), title: 'Skelding Hall', address: { street: '2 Mill Lane' } },
  }
  const eventsOf = async (entry: Entry) => {
    const one = createMemoryClient({ root: { id: 'root', path: '/' }, entries: [entry] })
    const { body } = await makeEventCalendar(
      aRequest(
        { event: 'cinema' },
        { entry: (...asked: Parameters<typeof one.entry>) => one.entry(...asked) },
      ),
    )
    return body.replaceAll('\r\n ', '').split('BEGIN:VEVENT').slice(1)
  }

  it('says what, when and where it is, and where to read on', async () => {
    const [event = '', ...others] = await eventsOf({
      ...cinema,
      dates: { from: '2026-11-03T13:00:00Z', to: '2026-11-03T16:00:00Z' },
    })
    expect(others).toEqual([])
    for (const line of [
      'UID:cinema@www.larkmoor.example',
      'SUMMARY:Warm cinema',
      'DTSTART:20261103T130000Z',
      'DTEND:20261103T160000Z',
      String.raw`LOCATION:Skelding Hall\, 2 Mill Lane`,
      'URL;VALUE=URI:https://www.larkmoor.example/events/cinema',
    ])
      expect(event).toContain(`${line}\r\n`)
  })

  it('has each of its sessions', async () => {
    const events = await eventsOf({ ...cinema, everyWeeks: 1 })
    expect(events.map((event) => [/UID:(.*)\r/.exec(event)?.[1], /DTSTART:(.*)\r/.exec(event)?.[1]])).toEqual(
      [
        ['cinema-2026-11-03@www.larkmoor.example', '20261103T130000Z'],
        ['cinema-2026-11-10@www.larkmoor.example', '20261110T130000Z'],
        ['cinema-2026-11-17@www.larkmoor.example', '20261117T130000Z'],
      ],
    )
  })

  it.each([
    ['2026-11-03T00:00:00Z', '2026-11-10T00:00:00Z', 1, ['20261103-20261104', '20261110-20261111']],
    ['2026-11-03', '2026-11-10', undefined, ['20261103-20261111']],
    ['2026-05-04T23:00:00Z', '2026-05-11T23:00:00Z', 1, ['20260505-20260506', '20260512-20260513']],
  ])('has whole days for what has no times: %s to %s', async (from, to, everyWeeks, days) => {
    const events = await eventsOf({ ...cinema, dates: { from, to }, everyWeeks })
    const dayIn = (event: string, name: string) => new RegExp(`${name};VALUE=DATE:(.*)\r`).exec(event)?.[1]
    expect(events.map((event) => `${dayIn(event, 'DTSTART')}-${dayIn(event, 'DTEND')}`)).toEqual(days)
  })

  it('does not exist for an entry that is not an event', async () => {
    await expect(eventsOf({ ...cinema, sys: sys('cinema', 'newsArticle') })).rejects.toMatchObject({
      status: 404,
    })
  })
})
