import { jest } from '@jest/globals'
import type { ContentClient, LoadRequest, SearchQuery } from '@tessera/shared/contract'
import { catalogues } from '../messages/index.ts'
import { loadSearch } from './load-search.ts'
import { searchSlice, selectSearch } from './search.slice.ts'

type Search = ContentClient['search']

const anAnswer = {
  pageIndex: 0,
  pageSize: 10,
  totalCount: 1,
  pageCount: 1,
  items: [{ sys: { id: '1', uri: '/a' }, entryTitle: 'A' }],
}

/** Load an address's search and give what came out, and the state it makes. */
async function load(query: Record<string, string>, search: Search, signal = new AbortController().signal) {
  const result = await loadSearch({
    slot: { id: 'main', view: 'results', props: {} },
    language: 'en-GB',
    messages: catalogues['en-GB'],
    query,
    client: { search } as unknown as ContentClient,
    signal,
    sanitise: (html) => html,
    route: {} as LoadRequest['route'],
  })
  const state = (result.actions ?? []).reduce<unknown>(
    (before, action) => searchSlice.reducer(before, action),
    undefined,
  )
  const found = selectSearch({ search: state })
  return { result, search: found, state: found.facets['all']! }
}

describe('search loader', () => {
  test('searches for the term and page of the address', async () => {
    const search = jest.fn<Search>().mockResolvedValue(anAnswer)
    const { result, state, search: found } = await load({ term: 'bins', pageIndex: '1' }, search)
    expect(search.mock.calls[0]![0]).toMatchObject({ pageIndex: 0 } satisfies Partial<SearchQuery>)
    expect(found.term).toBe('bins')
    expect(state).toMatchObject({ results: [{ title: 'A' }], pagingInfo: { totalCount: 1 } })
    expect(result.head).toMatchObject({ title: 'Search results for “bins”', robots: 'noindex,follow' })
    expect(result.status).toBeUndefined()
  })

  test('asks nothing of the platform for what cannot be searched for, and keeps what was typed', async () => {
    const search = jest.fn<Search>()
    const { result, state, search: found } = await load({ term: ']]>' }, search)
    expect(search).not.toHaveBeenCalled()
    expect(found.term).toBe(']]>')
    expect(state).toMatchObject({ results: [], pagingInfo: { totalCount: 0 } })
    expect(result.head).toMatchObject({ robots: 'noindex,follow' })
  })

  test('asks nothing of the platform without a term', async () => {
    const search = jest.fn<Search>()
    const { result, state } = await load({ term: '  ' }, search)
    expect(search).not.toHaveBeenCalled()
    // The empty search is a page like any other: search engines may keep it.
    expect(result.head).not.toHaveProperty('robots')
    expect(state.pagingInfo.pagesLoaded).toEqual([])
  })

  test('a failed search is a page with the term kept, and no good status', async () => {
    const {
      result,
      state,
      search: found,
    } = await load({ term: 'bins' }, () => Promise.reject(new Error('down')))
    expect(found.term).toBe('bins')
    expect(state).toMatchObject({ entries: { isError: true, isLoading: false } })
    expect(result.status).toBe(503)
  })

  test('a page past the end is not found', async () => {
    const { result } = await load({ term: 'bins', pageIndex: '7' }, () =>
      Promise.resolve({ ...anAnswer, items: [], pageIndex: 6 }),
    )
    expect(result.status).toBe(404)
  })

  test('is over when the visitor has gone', async () => {
    const gone = new AbortController()
    gone.abort()
    await expect(
      load({ term: 'x' }, () => Promise.reject(new Error('aborted')), gone.signal),
    ).rejects.toThrow('aborted')
  })
})
