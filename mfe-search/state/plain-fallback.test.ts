import { jest } from '@jest/globals'
import type { Entry, PagedList } from '@tessera/shared/content'
import type { SearchQuery } from '@tessera/shared/contract'
import type { SearchConfig } from '../config/search-config.ts'
import { anAddress } from '../testing/builders.ts'
import { FALLBACK_DELAY_MS } from './plain-fallback.ts'
import { runSearch } from './run-search.ts'
import { resultsLoaded } from './search-actions.ts'

const config: SearchConfig = {
  facets: { all: { title: 'All', queryParams: { contentTypeIds: ['page'], relevance: true } } },
}
const anEntry = (entryTitle: string): Entry => ({
  sys: { id: entryTitle, uri: `/${entryTitle}`, contentTypeId: 'page' },
  entryTitle,
})
const aList = (...titles: readonly string[]): PagedList<Entry> => ({
  pageIndex: 0,
  pageSize: 20,
  totalCount: titles.length,
  pageCount: 1,
  items: titles.map(anEntry),
})
/** An error of the host, which is of a class of its own: each release bundles its classes. */
const failure = (code: string) => Object.assign(new Error(code), { code })

/** Whether a query is the one for the vocabulary. */
const isOfVocabulary = ({ where }: SearchQuery) => JSON.stringify(where).includes('searchSynonyms')
const isPlain = ({ where }: SearchQuery) => JSON.stringify(where).includes('"sys.allUris"')

/** Searches for common words on a platform that answers the plain query, and the composed one as the test says. */
async function search(composed: () => Promise<PagedList<Entry>>, plain = async () => aList('plain')) {
  const asked = jest.fn(async (query: SearchQuery) => {
    if (isOfVocabulary(query)) return aList()
    return isPlain(query) ? plain() : composed()
  })
  let passTime: () => void = () => undefined
  const pause = jest.fn(
    (_: number, signal: AbortSignal) =>
      new Promise<void>((resolve, reject) => {
        passTime = resolve
        signal.addEventListener('abort', () => reject(signal.reason as Error))
      }),
  )
  const run = runSearch(
    {
      config,
      address: anAddress({ context: 'facets', key: 'all', term: 'common words' }),
      target: { context: 'facets', key: 'all' },
      context: { language: 'en-GB', searchRoute: { context: 'facets' } },
    },
    {
      client: { search: asked, taxonomyNodeByPath: () => Promise.reject(new Error('none')) },
      pause,
    },
  )
  const titles = run.then(({ actions }) =>
    actions.flatMap((action) =>
      resultsLoaded.match(action) ? action.payload.results.map(({ title }) => title) : [],
    ),
  )
  titles.catch(() => undefined)
  // Lets all pending microtasks run.
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
  return { titles, asked, pause, passTime }
}
const plainOnes = (asked: jest.Mock<(query: SearchQuery) => Promise<PagedList<Entry>>>) =>
  asked.mock.calls.filter(([query]) => isPlain(query)).length

describe('a query that is too expensive for the platform (docs/decisions/0048)', () => {
  test.each(['content/failed', 'content/timeout'])(
    'refused or stopped with %s, has the results of the plain query',
    async (code) => {
      const { titles, asked } = await search(() => Promise.reject(failure(code)))
      await expect(titles).resolves.toEqual(['plain'])
      expect(plainOnes(asked)).toBe(1)
    },
  )

  test('may find nothing in its plain form: then no more expensive query is made', async () => {
    const { titles, asked } = await search(
      () => Promise.reject(failure('content/timeout')),
      async () => aList(),
    )
    await expect(titles).resolves.toEqual([])
    // The vocabulary, the composed query, the plain query.
    expect(asked).toHaveBeenCalledTimes(3)
  })

  test('has no plain query as long as it is answered in time', async () => {
    const { titles, asked, pause } = await search(async () => aList('composed'))
    await expect(titles).resolves.toEqual(['composed'])
    expect(plainOnes(asked)).toBe(0)
    const waited = pause.mock.calls.find(([durationMs]) => durationMs === FALLBACK_DELAY_MS)
    expect(waited?.[1].aborted).toBe(true)
  })

  test('settles what waits for it with an error, once it is answered', async () => {
    const { titles, pause } = await search(async () => aList('composed'))
    await titles
    expect(pause).toHaveBeenCalled()
    for (const [, signal] of pause.mock.calls) expect(signal.reason).toBeInstanceOf(Error)
  })

  test('that is slow is sent in its plain form too, and the first answer is shown', async () => {
    const late = Promise.withResolvers<PagedList<Entry>>()
    const { titles, asked, passTime } = await search(() => late.promise)
    expect(plainOnes(asked)).toBe(0)
    passTime()
    await expect(titles).resolves.toEqual(['plain'])
    late.reject(failure('content/timeout'))
  })

  test('may answer after all, where the plain one does not', async () => {
    const late = Promise.withResolvers<PagedList<Entry>>()
    const { titles, passTime } = await search(
      () => late.promise,
      () => Promise.reject(failure('content/timeout')),
    )
    passTime()
    await Promise.resolve()
    late.resolve(aList('composed'))
    await expect(titles).resolves.toEqual(['composed'])
  })

  test('fails where the plain one fails too', async () => {
    const refused = () => Promise.reject(failure('content/failed'))
    await expect((await search(refused, refused)).titles).rejects.toThrow('content/failed')
  })

  test.each(['content/unreachable', 'content/unavailable', 'content/overloaded', 'content/aborted'])(
    'is no such thing with %s: nothing more is asked',
    async (code) => {
      const { titles, asked } = await search(() => Promise.reject(failure(code)))
      await expect(titles).rejects.toThrow(code)
      expect(plainOnes(asked)).toBe(0)
    },
  )
})
