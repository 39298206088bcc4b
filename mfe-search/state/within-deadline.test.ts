import { jest } from '@jest/globals'
import type { Entry, PagedList } from '@tessera/shared/content'
import type { ContentClient, LoadRequest, SearchQuery } from '@tessera/shared/contract'
import type { SearchConfig } from '../config/search-config.ts'
import { pause } from '../io/pause.ts'
import { catalogues, type SearchMessages } from '../messages/index.ts'
import { vocabularyAnswer } from '../testing/a-vocabulary.ts'
import { load } from './load.ts'
import { searchSlice, selectSearch } from './search.slice.ts'

const DEADLINE_MS = 400
const anEntry: Entry = { sys: { id: '1', uri: '/a', contentTypeId: 'news' }, entryTitle: 'A' }
const aList = (items: readonly Entry[]): PagedList<Entry> => ({
  pageIndex: 0,
  pageSize: 20,
  totalCount: items.length,
  pageCount: 1,
  items,
})
const never = new Promise<never>(() => undefined)
/** An answer that comes in time, if nothing else takes as long. */
const late = <T>(answer: T): Promise<T> =>
  new Promise((resolve) => setTimeout(() => resolve(answer), DEADLINE_MS * 0.6))

type Kind = 'vocabulary' | 'options' | 'similar words' | 'results'

/** What a query is for. */
function kindOf({ where }: SearchQuery): Kind {
  const text = JSON.stringify(where)
  if (text.includes('searchSynonyms')) return 'vocabulary'
  if (text.includes('"venue"')) return 'options'
  return /"searchContent","freeText":{"term":"[^"]*","fuzzy":true/.test(text) ? 'similar words' : 'results'
}

type Answering = Partial<Record<Kind, () => Promise<PagedList<Entry>>>>

const relevant = { queryParams: { relevance: true } } as const
const venue = { title: 'Venue', fieldId: 'v', contentTypeId: 'venue' } as const
const site: SearchConfig = { facets: { all: { title: 'All', ...relevant, filters: { venue } } } }

/** Loads a search from a platform that answers as the test says, and else at once. @throws Error if it takes until the deadline */
async function search(answering: Answering) {
  const asked = jest.fn(async (query: SearchQuery) => {
    const kind = kindOf(query)
    const usual = async () => (kind === 'vocabulary' ? vocabularyAnswer({}) : aList([anEntry]))
    return (answering[kind] ?? usual)()
  })
  const pauses = jest.fn(pause)
  const loading = load(
    {
      slot: { id: 'main', view: 'results', props: {} },
      language: 'en-GB',
      messages: catalogues['en-GB']!,
      query: { term: 'parcles' },
      client: { search: asked } as unknown as ContentClient,
      signal: new AbortController().signal,
      origin: 'https://www.larkmoor.example',
      sanitise: (html: string) => html,
      route: { currentPath: '/search', canonicalPath: null, staticRoute: { path: '/search', params: {} } },
      deadlineMs: DEADLINE_MS,
    } as unknown as LoadRequest<SearchMessages>,
    { pause: pauses, fetchCustomApi: () => never },
    site,
  )
  await jest.advanceTimersByTimeAsync(DEADLINE_MS - 1)
  const result = await Promise.race([loading, Promise.reject(new Error('late'))])
  const state = selectSearch({
    search: (result.actions ?? []).reduce<unknown>(
      (before, action) => searchSlice.reducer(before, action),
      undefined,
    ),
  })
  return { result, state, facet: state.facets['all']!, asked, pauses }
}

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

describe('a search on a platform that is slow or hangs (decision 0103)', () => {
  test.each<readonly [string, Answering]>([
    ['answers nothing', { vocabulary: () => never, options: () => never, results: () => never }],
    ['has no results', { results: () => never }],
    [
      'is too slow with both',
      { vocabulary: () => late(vocabularyAnswer({})), results: () => late(aList([])) },
    ],
  ])('that %s is a page that says so, with the term kept, before the deadline', async (_, answering) => {
    const { result, state, facet } = await search(answering)
    expect(result).toMatchObject({ status: 503, problem: { code: 'search/deadline', status: 504 } })
    expect([state.term, facet.entries.isError]).toEqual(['parcles', true])
  })

  test('is shown without what only costs its own part', async () => {
    const { result, facet } = await search({ options: () => never })
    expect(facet.results).toMatchObject([{ title: 'A' }])
    expect([result.status, result.problem]).toMatchObject([undefined, { code: 'search/deadline' }])
  })

  test.each<readonly [string, () => Promise<PagedList<Entry>>]>([
    ['hang', () => never],
    ['fail', () => Promise.reject(Object.assign(new Error('refused'), { code: 'content/failed' }))],
  ])(
    'whose words find nothing is shown so, for a short time, if its similar words %s',
    async (_, similarWords) => {
      const { result, facet } = await search({
        results: async () => aList([]),
        'similar words': similarWords,
      })
      expect([result.status, facet.entries.isError, facet.results]).toEqual([undefined, false, []])
      expect(result.problem).toBeDefined()
    },
  )

  test('has the results by similar words if they come in the time that is left', async () => {
    const { result, facet } = await search({
      results: async () => aList([]),
      'similar words': () => late(aList([anEntry])),
    })
    expect(facet).toMatchObject({ results: [{ title: 'A' }], isLoose: true })
    expect(result).not.toHaveProperty('problem')
  })

  test('asks nothing more once its time is over', async () => {
    const { asked, result } = await search({ vocabulary: () => never })
    expect(asked.mock.calls.map(([query]) => kindOf(query)).toSorted()).toEqual(['options', 'vocabulary'])
    expect(result.status).toBe(503)
  })

  test('leaves no timer', async () => {
    const { pauses } = await search({})
    const [durationMs, signal] = pauses.mock.calls[0]!
    expect(durationMs).toBeLessThan(DEADLINE_MS)
    expect(signal.aborted).toBe(true)
  })
})
