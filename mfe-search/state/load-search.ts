import type { LoadRequest, LoadResult, PageHead } from '@tessera/shared/contract'
import { cleanTerm, isEmptyTerm } from '../domain/clean-term.ts'
import { NO_RESULTS, readResults } from '../domain/read-results.ts'
import { searchQuery } from '../domain/search-query.ts'
import { fromQuery } from '../domain/search-url.ts'
import type { SearchMessages } from '../messages/index.ts'
import { searchFailed, searchFinished, searchOpened } from './search.slice.ts'

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
  if (!term) return { actions: [searchOpened()], head: { title: messages.title, description: messages.hint } }
  const head = resultsHead(term, messages)
  // Nothing of it can be searched for: nobody is asked, and the visitor still sees what they typed.
  if (isEmptyTerm(clean)) return { actions: [searchFinished({ term, ...NO_RESULTS })], head }
  try {
    const answer = await client.search(searchQuery({ term: clean, pageIndex, language }))
    const found = readResults(answer)
    const isPastTheEnd = pageIndex > 0 && pageIndex >= found.pagingInfo.pageCount
    return { actions: [searchFinished({ term, ...found })], head, ...(isPastTheEnd ? { status: 404 } : {}) }
  } catch (thrown) {
    // A visitor who has gone needs no page; for everybody else the failure is the page's content.
    if (signal.aborted) throw thrown
    return { actions: [searchFailed({ term })], head, status: 503 }
  }
}

/** Pages of results are ways to content, not content: search engines follow them without keeping them. */
const resultsHead = (term: string, messages: SearchMessages): Partial<PageHead> => ({
  title: messages.titleFor(term),
  description: messages.hint,
  robots: 'noindex,follow',
  canonicalPath: null,
})
