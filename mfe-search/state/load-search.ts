import type { LoadRequest, LoadResult, PageHead } from '@tessera/shared/contract'
import { cleanTerm, isEmptyTerm } from '../domain/clean-term.ts'
import { NO_RESULTS, readResults, type SearchResult } from '../domain/read-results.ts'
import { PAGE_SIZE, searchQuery } from '../domain/search-query.ts'
import { fromQuery } from '../domain/page-url.ts'
import type { SearchMessages } from '../messages/index.ts'
import { resultsFailed, resultsLoaded, searchOpened } from './search-actions.ts'
import type { FacetState, ResultCard } from './search-state.ts'

/**
 * Search for the address's term. A search that fails is a page that says so, with the term kept, and status 503: it must
 * not be cached as an answer. A page past the end is a 404.
 */
export async function loadSearch({
  query,
  language,
  messages,
  client,
  signal,
}: LoadRequest<SearchMessages>): Promise<LoadResult> {
  const { term, pageIndex } = fromQuery(query)
  const clean = cleanTerm(term)
  const opened = searchOpened({ ...ALL, term, facets: { [ALL.key]: emptyFacet(messages.title, pageIndex) } })
  if (!term) return { actions: [opened], head: { title: messages.title, description: messages.hint } }
  const head = resultsHead(term, messages)
  // Nothing of it can be searched for: nobody is asked, and the visitor still sees what they typed.
  if (isEmptyTerm(clean)) return { actions: [opened, loaded(NO_RESULTS)], head }
  try {
    const answer = await client.search(searchQuery({ term: clean, pageIndex, language }))
    const found = readResults(answer)
    const isPastTheEnd = pageIndex > 0 && pageIndex >= found.pagingInfo.pageCount
    return { actions: [opened, loaded(found)], head, ...(isPastTheEnd ? { status: 404 } : {}) }
  } catch (thrown) {
    // A visitor who has gone needs no page; for everybody else the failure is the page's content.
    if (signal.aborted) throw thrown
    return { actions: [opened, resultsFailed(ALL)], head, status: 503 }
  }
}

/** Pages of results are ways to content, not content: search engines follow them without keeping them. */
const resultsHead = (term: string, messages: SearchMessages): Partial<PageHead> => ({
  title: messages.titleFor(term),
  description: messages.hint,
  robots: 'noindex,follow',
  canonicalPath: null,
})

const ALL = { context: 'facets', key: 'all' } as const

const loaded = ({ results, pagingInfo }: ReturnType<typeof readResults>) =>
  resultsLoaded({ ...ALL, results: results.map(asCard), pagingInfo })

const asCard = ({ id, title, description, path }: SearchResult): ResultCard => ({
  id,
  contentTypeId: '',
  title,
  path,
  summary: description,
})

const emptyFacet = (title: string, pageIndex: number): FacetState => ({
  title,
  filters: {},
  results: [],
  featuredResults: [],
  queryParams: {
    dynamicOrderBy: [],
    orderBy: [],
    pageSize: PAGE_SIZE,
    internalPaging: false,
    loadMorePaging: false,
  },
  queryDuration: 0,
  pagingInfo: {
    pageCount: 0,
    pageIndex,
    pageSize: PAGE_SIZE,
    pagesLoaded: [],
    prevPageIndex: 0,
    totalCount: 0,
    isLoading: false,
  },
  entries: { isLoading: false, isError: false },
})
