import type { ContentClient, DataRequest } from '@tessera/shared/contract'
import type { SearchConfig } from '../config/search-config.ts'
import { searchError } from '../errors.ts'
import { catalogues, type SearchMessages } from '../messages/index.ts'
import { loadEmbedded, type EmbeddedSearch } from './load-embedded.ts'

const uri = 'https://api.example/find'
const source = { title: 'S', customApi: 'other' } as const
const config: SearchConfig = {
  facets: { all: source, jobs: { ...source, title: 'Jobs' } },
  listings: { jobs: source },
  customApis: { other: { uri } },
  cards: { job: { image: 'picture', dates: 'closes' } },
}
const aJob = {
  sys: { id: 'j', uri: '/jobs/j', contentTypeId: 'job' },
  entryTitle: 'Gardener',
  picture: {
    asset: {
      sys: {
        id: 'p',
        uri: '/image-library/j.jpg',
        properties: { filePath: '/image-library/', filename: 'j.jpg', width: 1600, height: 900 },
      },
    },
  },
}

const ask = async (
  query: Readonly<Record<string, string>>,
  fetchCustomApi = async (): Promise<unknown> => [aJob],
  setValidUntil: (time: number) => void = () => undefined,
) => {
  const request = {
    language: 'en-GB',
    messages: catalogues['en-GB']!,
    query,
    client: { search: () => Promise.reject(new Error('not asked')) } as unknown as ContentClient,
    signal: new AbortController().signal,
    sanitise: (html: string) => html,
    origin: 'https://site.example',
    setValidUntil,
  } as DataRequest<SearchMessages>
  const io = { pause: () => new Promise<void>(() => undefined), fetchCustomApi }
  return (await loadEmbedded(config, request, io)) as unknown as EmbeddedSearch
}

describe('a search on a page of another site', () => {
  test.each([
    [{ term: 'garden' }, 'facets', 'all'],
    [{ term: 'garden', facet: 'jobs' }, 'facets', 'jobs'],
    [{ listingType: 'jobs' }, 'listings', 'jobs'],
  ] as const)('is given what a page of the site would be: %j', async (query, context, key) => {
    const { search, announcement } = await ask(query)
    expect(search).toMatchObject({ context, term: 'term' in query ? 'garden' : '' })
    expect(search[context][key]).toMatchObject({
      results: [{ id: 'j', title: 'Gardener', path: '/jobs/j' }],
      pagingInfo: { totalCount: 1, pagesLoaded: [0] },
    })
    expect(announcement).toBe('1 result')
  })

  test('is kept by no cache beyond the day on which its results say something else', async () => {
    const day = 86_400_000
    const [from, to] = [-day, 90 * day].map((ms) => new Date(Date.now() + ms).toISOString())
    const times: number[] = []
    const setValidUntil = (time: number) => times.push(time)
    await ask({ term: 'garden' }, undefined, setValidUntil)
    expect(times).toEqual([])
    await ask({ term: 'garden' }, async () => [{ ...aJob, closes: { from, to } }], setValidUntil)
    expect(times).toEqual([Date.parse(to!)])
  })

  test('has the pictures of its cards, with their sizes', async () => {
    const { search } = await ask({ listingType: 'jobs' })
    expect(search.listings['jobs']?.results).toMatchObject([
      { image: { src: '/image-library/j.jpg', width: 1600, height: 900 } },
    ])
  })

  test.each<Readonly<Record<string, string>>>([
    { facet: 'nothing' },
    { listingType: 'nothing' },
    { listingType: 'constructor' },
  ])('is none where the configuration has nothing of that name: %j', async (query) => {
    await expect(ask(query)).rejects.toMatchObject({ code: 'search/unknown', status: 404 })
  })

  test.each<Readonly<Record<string, string>>>([{}, { listingType: 'jobs' }])(
    'that fails is no answer, so that no cache keeps it, and the host is told why: %j',
    async (query) => {
      const down = searchError('search/custom-api-failed')
      await expect(ask(query, () => Promise.reject(down))).rejects.toBe(down)
    },
  )
})
