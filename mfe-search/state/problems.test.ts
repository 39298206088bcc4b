import type { Entry, PagedList, TaxonomyNode } from '@tessera/shared/content'
import type {
  ContentClient,
  DataRequest,
  LoadRequest,
  LoadResult,
  SearchQuery,
} from '@tessera/shared/contract'
import type { FacetConfig, SearchConfig } from '../config/search-config.ts'
import { catalogues, type SearchMessages } from '../messages/index.ts'
import { vocabularyAnswer } from '../testing/a-vocabulary.ts'
import { loadDeferred } from './load-deferred.ts'
import { loadEmbedded, type EmbeddedSearch } from './load-embedded.ts'
import { load, type ServerIo } from './load.ts'
import { resultsLoaded } from './search-actions.ts'

const aVenue: Entry = { sys: { id: 'v1', contentTypeId: 'venue' }, entryTitle: 'Library' }
const anEvent: Entry = { sys: { id: 'e1', uri: '/e', contentTypeId: 'event' }, entryTitle: 'Parade' }
const topics = { key: '0/1', name: 'Topics', children: [{ key: '0/1/9', name: 'Leisure' }] } as TaxonomyNode
const aList = (items: readonly Entry[], totalCount = items.length): PagedList<Entry> => ({
  pageIndex: 0,
  pageSize: 20,
  totalCount,
  pageCount: 1,
  items,
})

const topic = { title: 'Topic', fieldId: 'topic', path: 'Root/Topics' } as const
const venue = { title: 'Venue', fieldId: 'v', contentTypeId: 'venue', pageSize: 1 } as const
const ward = { title: 'Ward', fieldId: 'ward', items: [{ key: 'e', title: 'East' }] } as const
const size = { title: 'Size', fieldId: 'size', view: 'range', valueType: 'number' } as const

/** What a call of the platform is for. */
function kindOf({ where, pageSize, aggregations }: SearchQuery): string {
  const text = JSON.stringify(where)
  if (text.includes('searchSynonyms')) return 'vocabulary'
  if (text.includes('"venue"')) return text.includes('"sys.id"') ? 'title of an option' : 'options'
  if (text.includes('isTop')) return 'featured results'
  if (pageSize === 1) return aggregations ? 'counts' : text.includes('"other"') ? 'total' : 'fewer filters'
  return 'results'
}

/** A platform on which one kind of calls fails; with `size` selected there are no results. */
function aClient(failing: string, thrown: unknown): ContentClient {
  const search = async (query: SearchQuery) => {
    const kind = kindOf(query)
    if (kind === failing) throw thrown
    if (kind === 'vocabulary') return vocabularyAnswer({})
    if (kind === 'options') return aList([aVenue], 9)
    return JSON.stringify(query.where).includes('"size"') ? aList([]) : aList([anEvent])
  }
  const taxonomyNodeByPath = async () => {
    if (failing === 'taxonomy') throw thrown
    return topics
  }
  return { search, taxonomyNodeByPath } as unknown as ContentClient
}

const io: ServerIo = {
  pause: () => new Promise(() => undefined),
  fetchCustomApi: () => Promise.reject(new Error('not asked')),
}
const site = (source: Omit<FacetConfig, 'title'>): SearchConfig => {
  const facet = { title: 'All', ...source }
  const { internalPaging: _, loadMorePaging: __, ...queryParams } = source.queryParams ?? {}
  const other = { title: 'Other', queryParams: { customWhere: [{ field: 'other', exists: true }] } }
  return {
    facets: { all: facet, other },
    listings: { all: facet, other },
    compositions: { all: { title: 'All', listings: ['all', 'other'] } },
    minilist: { all: { ...facet, queryParams: { ...queryParams, useSearchTerm: true } } },
  }
}
const requestOf = (client: ContentClient, query: Record<string, string>) => ({
  language: 'en-GB',
  messages: catalogues['en-GB']!,
  query,
  client,
  signal: new AbortController().signal,
  origin: 'https://site.example',
  sanitise: (html: string) => html,
})
function loadPage(view: string, config: SearchConfig, client: ContentClient, query: Record<string, string>) {
  const props = view === 'results' ? {} : { [view]: 'all' }
  const route = { currentPath: '/here', canonicalPath: '/here', staticRoute: { path: '/here', params: {} } }
  const request = { ...requestOf(client, query), slot: { id: 'main', view, props }, route }
  return load(request as unknown as LoadRequest<SearchMessages>, io, config)
}
/** Loads a data endpoint. Returns its answer and what it told the host of. */
async function loadData(
  endpoint: (request: DataRequest<SearchMessages>) => Promise<unknown>,
  client: ContentClient,
  query: Record<string, string>,
) {
  const problems: unknown[] = []
  const onProblem = (problem: unknown) => problems.push(problem)
  const setValidUntil = () => undefined
  return { answer: await endpoint({ ...requestOf(client, query), onProblem, setValidUntil }), problems }
}

const relevance = { relevance: true } as const
const featuredResults = { fieldId: 'isTop', count: 1 } as const
const CASES: readonly (readonly [string, Omit<FacetConfig, 'title'>, Record<string, string>])[] = [
  ['vocabulary', { queryParams: relevance }, {}],
  ['taxonomy', { filters: { topic } }, {}],
  ['options', { filters: { venue } }, {}],
  ['title of an option', { filters: { venue } }, { venue: 'v7' }],
  ['featured results', { queryParams: { featuredResults } }, {}],
  ['counts', { filters: { ward } }, { ward: 'e' }],
  ['total', {}, {}],
  ['fewer filters', { filters: { size } }, { size: '1--2' }],
]
/** Lists inside pages ignore the term unless they are configured to use it, and only search pages and compositions have totals. */
const isAsked = (kind: string, view: string): boolean =>
  (kind !== 'vocabulary' || view === 'results') && (kind !== 'total' || view !== 'listing')
const PAGES = CASES.flatMap((one) =>
  ['results', 'listing', 'composition'].flatMap((view) =>
    isAsked(one[0], view) ? [[view, ...one] as const] : [],
  ),
)
const shown = ({ actions = [] }: LoadResult) => actions.find(resultsLoaded.match)?.payload.results

describe('a page without an optional part (contract: LoadResult.problem)', () => {
  const down = new Error('down')

  test.each(PAGES)(
    'is shown, and not cached as a whole one: %s without its %s',
    async (view, failing, source, query) => {
      const asked = { ...query, ...(view === 'results' && { term: 'parade' }) }
      const whole = await loadPage(view, site(source), aClient('', down), asked)
      expect(whole).not.toHaveProperty('problem')
      const lacking = await loadPage(view, site(source), aClient(failing, down), asked)
      expect(lacking.problem).toBe(down)
      expect([lacking.status, shown(lacking)]).toEqual([undefined, shown(whole)])
    },
  )

  test.each(['vocabulary', 'featured results'])(
    'is not cached as a whole one: a minilist without its %s',
    async (failing) => {
      const config = site({ queryParams: failing === 'vocabulary' ? relevance : { featuredResults } })
      const query = { term: 'parade' }
      expect(await loadPage('minilist', config, aClient('', down), query)).not.toHaveProperty('problem')
      expect((await loadPage('minilist', config, aClient(failing, down), query)).problem).toBe(down)
    },
  )
})

describe('an answer of a data endpoint without an optional part (contract: DataRequest.onProblem)', () => {
  const down = new Error('down')

  test.each(CASES)(
    'is given, and the host is told: a search on another site without its %s',
    async (failing, source, query) => {
      const ask = async (client: ContentClient) => {
        const endpoint = (request: DataRequest<SearchMessages>) => loadEmbedded(site(source), request, io)
        const { answer, problems } = await loadData(endpoint, client, { ...query, term: 'parade' })
        return { results: (answer as EmbeddedSearch).search.facets['all']?.results, problems }
      }
      const whole = await ask(aClient('', down))
      expect(whole.problems).toEqual([])
      expect(await ask(aClient(failing, down))).toEqual({ ...whole, problems: [down] })
    },
  )

  // By relevance everything but the results may be left to the browser.
  const config = site({ queryParams: { relevance: true }, filters: { venue, topic, ward, size } })
  const asked = { facet: 'all', term: 'parade', ward: 'e' }
  test.each([
    ['vocabulary', asked],
    ['taxonomy', asked],
    ['title of an option', { ...asked, venue: 'v7' }],
    ['counts', asked],
    ['total', asked],
    ['fewer filters', { ...asked, size: '1--2' }],
  ])(
    'is given, and the host is told: what is left of a first view, without its %s',
    async (failing, query) => {
      const ask = (client: ContentClient) =>
        loadData((request) => loadDeferred(config, request), client, query)
      const whole = await ask(aClient('', down))
      expect(whole.problems).toEqual([])
      const { answer, problems } = await ask(aClient(failing, down))
      expect(answer).toMatchObject({ totals: {}, items: {} })
      expect(problems).toContain(down)
    },
  )
})
