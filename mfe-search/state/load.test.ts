import { jest } from '@jest/globals'
import type { ContentClient, LoadRequest } from '@tessera/shared/contract'
import type { SearchConfig } from '../config/search-config.ts'
import type { CustomApiCall } from '../domain/custom-api.ts'
import { searchError } from '../errors.ts'
import { catalogues, type SearchMessages } from '../messages/index.ts'
import { load, type ServerIo } from './load.ts'
import { searchSlice, selectSearch } from './search.slice.ts'

const uri = 'https://api.example/find'
const source = { title: 'S', customApi: 'other' } as const
const config: SearchConfig = {
  facets: { all: source },
  listings: { jobs: source },
  minilist: { jobs: source },
  customApis: { other: { uri } },
}
const aJob = { sys: { id: 'j', uri: '/jobs/j', contentTypeId: 'job' }, entryTitle: 'Gardener' }

async function open(view: string, fetchCustomApi: ServerIo['fetchCustomApi']) {
  const request = {
    slot: { id: 'main', view, props: { listing: 'jobs', minilist: 'jobs' } },
    language: 'en-GB',
    messages: catalogues['en-GB']!,
    query: { term: 'garden' },
    client: { search: () => Promise.reject(new Error('not asked')) } as unknown as ContentClient,
    signal: new AbortController().signal,
    sanitise: (html: string) => html,
    route: { currentPath: '/jobs', staticRoute: { path: '/jobs', params: {} } },
  } as unknown as LoadRequest<SearchMessages>
  const result = await load(request, { pause: () => new Promise(() => undefined), fetchCustomApi }, config)
  const state = (result.actions ?? []).reduce<unknown>(
    (before, one) => searchSlice.reducer(before, one),
    undefined,
  )
  return { result, search: selectSearch({ search: state }), request }
}

describe('a search that another service answers (specification 5 and 7, Search)', () => {
  test.each([
    ['results', (search: ReturnType<typeof selectSearch>) => search.facets['all']],
    ['listing', (search: ReturnType<typeof selectSearch>) => search.listings['jobs']],
    ['minilist', (search: ReturnType<typeof selectSearch>) => search.minilist['main']],
  ] as const)('is shown as any other: %s', async (view, facetOf) => {
    const ask = jest.fn(async (_call: CustomApiCall, _signal: AbortSignal): Promise<unknown> => [aJob])
    const { search, request } = await open(view, ask)
    expect(facetOf(search)).toMatchObject({
      results: [{ id: 'j', title: 'Gardener', path: '/jobs/j' }],
      pagingInfo: { totalCount: 1 },
    })
    expect(ask.mock.calls).toHaveLength(1)
    const [call, signal] = ask.mock.calls[0]!
    expect([call.uri, signal]).toEqual([uri, request.signal])
  })

  test('shows an error page where it does not answer', async () => {
    const down = searchError('search/custom-api-failed')
    const { result, search } = await open('results', () => Promise.reject(down))
    expect([result.status, result.problem]).toEqual([503, down])
    expect(search.facets['all']?.entries.isError).toBe(true)
  })
})
