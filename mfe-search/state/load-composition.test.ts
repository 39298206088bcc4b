import { jest } from '@jest/globals'
import type { Entry, PagedList } from '@tessera/shared/content'
import type { ContentClient, LoadRequest, SearchQuery } from '@tessera/shared/contract'
import type { SearchConfig } from '../config/search-config.ts'
import { catalogues, type SearchMessages } from '../messages/index.ts'
import { loadComposition } from './load-composition.ts'
import { searchSlice, selectSearch } from './search.slice.ts'

const source = (title: string, contentTypeId: string) => ({
  title,
  queryParams: { contentTypeIds: [contentTypeId] },
  filters: {
    topic: { title: 'Topic', fieldId: 'topic', isGrouped: true, items: [{ key: 'a', title: 'A' }] },
  },
})
const places = [{ name: 'Foxhollow', lat: 52.4, lon: -2.9 }]
const near = { title: 'Distance', fieldId: 'location', view: 'near', isSingleSelect: true, places } as const
const events = source('Events', 'event')
const config: SearchConfig = {
  listings: {
    news: source('News', 'news'),
    events: { ...events, filters: { ...events.filters, near } },
    jobs: source('Jobs', 'job'),
  },
  compositions: { whatsOn: { title: 'What’s on', listings: ['events', 'news'] } },
}

async function load(query: Record<string, string> = {}, composition = 'whatsOn') {
  const search = jest.fn(async ({ where }: SearchQuery): Promise<PagedList<Entry>> => ({
    pageIndex: 0,
    pageSize: 20,
    totalCount: JSON.stringify(where).includes('"event"') ? 7 : 30,
    pageCount: 1,
    items: [{ sys: { id: 'a', uri: '/a', contentTypeId: 'event' }, entryTitle: 'A' }],
  }))
  const result = await loadComposition(config, {
    slot: { id: 'list', view: 'composition', props: { composition } },
    language: 'en-GB',
    messages: catalogues['en-GB'],
    query,
    client: { search } as unknown as ContentClient,
    route: { currentPath: '/whats-on', canonicalPath: '/whats-on' },
  } as unknown as LoadRequest<SearchMessages>)
  const state = (result.actions ?? []).reduce<unknown>(
    (before, action) => searchSlice.reducer(before, action),
    undefined,
  )
  return { result, search, state: selectSearch({ search: state }) }
}

describe('a composition: several lists on one page (specification 3, Search state; docs/decisions/0074)', () => {
  test('names the list and the filters that its translation keeps', async () => {
    const { result } = await load({ listingType: 'news', pageIndex: '2' })
    expect(result.sharedSearch).toBe('?listingType=news')
  })

  test('shows its first list and the totals of its others, and none of lists that are not its own', async () => {
    const { state, search, result } = await load()
    expect(state).toMatchObject({
      context: 'listings',
      currentListing: 'events',
      currentComposition: 'whatsOn',
    })
    expect(Object.keys(state.listings)).toEqual(['events', 'news'])
    expect(state.listings['events']).toMatchObject({
      results: [{ title: 'A' }],
      pagingInfo: { totalCount: 7 },
    })
    expect(state.listings['news']).toMatchObject({
      results: [],
      preloaded: true,
      pagingInfo: { totalCount: 30 },
    })
    expect(search).toHaveBeenCalledTimes(2)
    expect(result.head).not.toHaveProperty('robots')
  })

  test('shows the list that the address names, and takes what is selected in a grouped filter along', async () => {
    const { state, result } = await load({ listingType: 'news', topic: 'a' })
    expect(state.currentListing).toBe('news')
    expect(state.listings['news']?.filters['topic']?.items).toMatchObject([{ key: 'a', isSelected: true }])
    expect(state.listings['events']?.filters['topic']?.items).toMatchObject([{ key: 'a', isSelected: true }])
    expect(result.head).toMatchObject({ robots: 'noindex,follow', canonicalPath: null })
  })

  test.each([
    [{ utm_source: 'letter' }, undefined],
    [{ listingType: 'events' }, undefined],
    [{ listingType: 'jobs', pageIndex: '1', topic: 'gone' }, undefined],
    [{ utm_source: 'letter', listingType: 'news' }, 'noindex,follow'],
    [{ topic: 'a' }, 'noindex,follow'],
    [{ 'near-place': 'Atlantis' }, 'noindex,follow'],
  ])(
    'with the parameters %j, of which only those that change it matter, has the robots tag %j',
    async (query, robots) => {
      const { head } = (await load(query as Record<string, string>)).result
      expect(head?.robots).toBe(robots)
      expect(head?.canonicalPath).toBe(robots === undefined ? undefined : null)
    },
  )

  test('ignores a list of another composition, and is not found past the end', async () => {
    expect((await load({ listingType: 'jobs' })).state.currentListing).toBe('events')
    expect((await load({ pageIndex: '9' })).result.status).toBe(404)
  })

  test('that is not configured shows nothing, and makes no call', async () => {
    for (const name of ['gone', 'toString']) {
      const { result, search } = await load({}, name)
      expect(result).toEqual({})
      expect(search).not.toHaveBeenCalled()
    }
  })
})
