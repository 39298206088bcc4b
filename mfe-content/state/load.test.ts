import { jest } from '@jest/globals'
import type { Entry, PagedList } from '@tessera/shared/content'
import {
  type ContentClient,
  type LoadRequest,
  type RouteState,
  type SearchQuery,
} from '@tessera/shared/contract'
import { createStore } from '@tessera/shared/store'
import { catalogues, type ContentMessages } from '../messages/index.ts'
import { fixtures } from '../fixtures/fixtures.ts'
import { contentSlice, selectContent } from './content.slice.ts'
import { load, slots } from './load.ts'

type Search = (query: SearchQuery) => Promise<PagedList<Entry>>

const aList = (items: readonly Entry[], totalCount = items.length): PagedList<Entry> => ({
  pageIndex: 0,
  pageSize: 20,
  totalCount,
  pageCount: 1,
  items,
})
const anEntry = (title: string, fields: object = {}): Entry => ({
  sys: { id: title, uri: `/${title}`, contentTypeId: 'newsArticle' },
  entryTitle: title,
  ...fields,
})

function aRequest(
  view: string,
  search: Search,
  query: Record<string, string> = {},
  signal = new AbortController().signal,
): LoadRequest<ContentMessages> {
  const { state } = fixtures.find((fixture) => fixture.view === view)!
  return {
    slot: { id: 'main', view, props: {} },
    route: state['routing'] as RouteState,
    language: 'en-GB',
    messages: catalogues['en-GB'],
    query,
    origin: 'https://www.larkmoor.example',
    sanitise: (html) => html,
    client: { search } as unknown as ContentClient,
    signal,
  }
}

async function stateAfter(request: LoadRequest<ContentMessages>) {
  const store = createStore({ parts: [{ owner: 'test', slices: [contentSlice] }] })
  const result = await load(request)
  for (const action of result.actions ?? []) store.dispatch(action)
  return { result, content: selectContent(store.getState()) }
}
const noSearch: Search = () => Promise.reject(new Error('no search is wanted here'))

describe('a listing page', () => {
  it('loads nothing itself: mfe-search loads its list', async () => {
    const { result } = await stateAfter(aRequest('listing', noSearch))
    expect(result.actions).toBeUndefined()
    expect(slots(aRequest('listing', noSearch))).toMatchObject([{ id: 'listing', essential: true }])
  })
})

describe('the home page', () => {
  it('asks for what it links to in one search, for what links and cards show and nothing else', async () => {
    const linked = [
      anEntry('new-footbridge', {
        sys: { id: 'new-footbridge', uri: '/news/new-footbridge', language: 'en-GB' },
      }),
      anEntry('days', { sys: { id: 'collection-days', uri: '/days', language: 'en-GB' } }),
    ]
    const asked = jest.fn<Search>(() => Promise.resolve(aList(linked)))
    const { content } = await stateAfter(aRequest('home', asked))
    const [[query] = [], ...others] = asked.mock.calls
    expect(others).toEqual([])
    expect(query?.where).toEqual([
      { field: 'sys.id', in: ['collection-days', 'new-footbridge'] },
      { field: 'sys.language', in: ['en-GB'] },
    ])
    expect(query?.fields).not.toContain('body')
    expect(query?.fields).toEqual(
      expect.arrayContaining(['entryTitle', 'image', 'dates', 'newsUntil', 'sys.properties']),
    )
    expect(content.quickLinks).toEqual([{ title: 'days', href: '/days' }])
    expect(content.highlights).toMatchObject([{ title: 'new-footbridge', path: '/news/new-footbridge' }])
  })

  it.each([
    [{ dates: { from: '2026-11-20T10:00:00Z', to: '2026-11-21T16:00:00Z' } }, 'over', undefined],
    [
      { dates: { from: '2026-11-20T10:00:00Z', to: '2026-11-23T16:00:00Z' } },
      'shown',
      '2026-11-23T16:00:00.000Z',
    ],
    [{ dates: { from: '2026-11-21', to: '2026-11-22' } }, 'shown', '2026-11-23T00:00:00.000Z'],
    [{ publishedDate: '2026-10-01T10:00:00Z' }, 'over', undefined],
    [{ publishedDate: '2026-11-01T10:00:00Z' }, 'shown', '2026-12-01T10:00:00.000Z'],
    [{}, 'shown', undefined],
  ])(
    'never shows what is over: on 22 November %j is %s, and the page true until %s',
    async (fields, outcome, end) => {
      jest.useFakeTimers({ now: new Date('2026-11-22T12:00:00Z') })
      const sys = { id: 'new-footbridge', uri: '/a', language: 'en-GB' }
      const search = () => Promise.resolve(aList([anEntry('a', { sys, ...fields })]))
      const { content, result } = await stateAfter(aRequest('home', search))
      jest.useRealTimers()
      expect(content.highlights).toHaveLength(outcome === 'shown' ? 1 : 0)
      expect(result.validUntil && new Date(result.validUntil).toISOString()).toBe(end)
    },
  )

  it('is still a page when linked entries are not available, but is not cached as complete', async () => {
    const down = new Error('down')
    const { content, result } = await stateAfter(aRequest('home', () => Promise.reject(down)))
    expect([content.quickLinks, content.highlights, result.problem]).toEqual([[], [], down])
  })

  it('gives up with the visitor', async () => {
    const controller = new AbortController()
    controller.abort()
    await expect(load(aRequest('home', noSearch, {}, controller.signal))).rejects.toThrow('no search')
  })
})

describe('a page of a planning application', () => {
  const load14 = (now: string, search: Search) => {
    jest.useFakeTimers({ now: new Date(now) })
    const loaded = stateAfter(aRequest('planning', search))
    jest.useRealTimers()
    return loaded
  }

  it('names others in its street, by one search, and does without where that fails', async () => {
    const search = jest.fn<Search>(async () => aList([anEntry('Garage')]))
    const { content } = await load14('2026-02-10T12:00:00Z', search)
    expect(search).toHaveBeenCalledTimes(1)
    expect(search.mock.calls[0]?.[0].where).toContainEqual({ field: 'address', contains: 'Quarry Bank' })
    expect(content.nearby).toMatchObject([{ title: 'Garage' }])
    const without = await load14('2026-02-10T12:00:00Z', noSearch)
    expect(without.content.nearby).toEqual([])
    expect(without.result.problem).toMatchObject({ message: 'no search is wanted here' })
  })

  it('may be commented on until its consultation is over, and is true until then', async () => {
    const { result, content } = await load14('2026-03-01T23:59:59Z', async () => aList([]))
    expect([content.now.isOpen, result.validUntil]).toEqual([true, Date.parse('2026-03-02T00:00:00Z')])
    const after = await load14('2026-03-02T00:00:00Z', async () => aList([]))
    expect([after.content.now.isOpen, after.result.validUntil]).toEqual([false, undefined])
  })
})

describe('a page of a venue', () => {
  it('is open now until it closes, and is true until then', async () => {
    jest.useFakeTimers({ now: new Date('2026-11-23T12:00:00Z') })
    const request = aRequest('venue', noSearch)
    const week = { weekdays: [0], opens: 540, closes: 1_080 }
    const mappedEntry = {
      ...request.route.mappedEntry,
      openingHours: [{ days: 'Monday', hours: '9 to 6', week }],
    }
    const { result, content } = await stateAfter({ ...request, route: { ...request.route, mappedEntry } })
    jest.useRealTimers()
    const until = Date.parse('2026-11-23T18:00:00Z')
    expect([content.now.opening, result.validUntil]).toEqual([{ isOpen: true, until, isToday: true }, until])
  })
})

describe('a page of an event', () => {
  it('says what is on now until it is over, and is true until then', async () => {
    jest.useFakeTimers({ now: new Date('2026-11-28T16:00:00Z') })
    const { result, content } = await stateAfter(aRequest('event', noSearch))
    jest.useRealTimers()
    expect(content.now.dates).toMatchObject({ from: '2026-11-28T15:00:00Z', isOn: true })
    expect(result.validUntil).toBe(Date.parse('2026-11-28T18:30:00Z'))
  })
})

describe('a landing page', () => {
  it('says what the pages below it are about, in one search', async () => {
    const search = jest.fn<Search>(async () =>
      aList([{ sys: { id: 'days' }, entryDescription: 'Which days.' }]),
    )
    const { content } = await stateAfter(aRequest('landing', search))
    expect(search.mock.calls.map(([{ where }]) => where[0])).toEqual([{ field: 'sys.id', in: ['days'] }])
    expect(content.summaries).toEqual({ days: 'Which days.' })
  })

  it('has names alone when that search fails, and is not cached as complete', async () => {
    const { result, content } = await stateAfter(aRequest('landing', noSearch))
    expect([result.actions, content.summaries]).toEqual([undefined, {}])
    expect(result.problem).toMatchObject({ message: 'no search is wanted here' })
  })
})

describe('a page with a form', () => {
  it('has a nested slot for it, which its route tells, mounted when it is seen', () => {
    expect(slots(aRequest('content', noSearch))).toEqual([
      {
        id: 'form-1001',
        remote: 'mfe-forms',
        view: 'form',
        hydrate: 'visible',
        props: { formId: '1001', showSteps: true },
      },
    ])
  })

  it('has none where it has no model', () => {
    const { route } = aRequest('content', noSearch)
    expect(slots({ route: { ...route, mappedEntry: null } })).toEqual([])
  })

  it('makes no separate call', async () => {
    const { result } = await stateAfter(aRequest('content', noSearch))
    expect(result.actions).toBeUndefined()
  })

  it('says what is wrong when there is no model', async () => {
    const request = aRequest('content', noSearch)
    await expect(load({ ...request, route: { ...request.route, mappedEntry: null } })).rejects.toMatchObject({
      code: 'mfe-content/no-model',
    })
  })
})
