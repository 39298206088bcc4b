import { Pagination } from '@tessera/shared/ui'
import { cleanTerm } from '../domain/clean-term.ts'
import { toUrl } from '../domain/page-url.ts'
import type { SearchMessages } from '../messages/index.ts'
import type { SearchState } from '../state/search-state.ts'
import { ResultList } from './result-list.tsx'
import { SearchBox } from './search-box.tsx'
import styles from './search.module.css'

interface SearchPageProps {
  readonly search: SearchState
  /** Path of the page, for its links to further results. */
  readonly path: string
  readonly messages: SearchMessages
}

/** Search box and what came of it: results, none, or a failure. */
export function SearchPage({ search, path, messages }: SearchPageProps) {
  return (
    <div className={`wrap ${styles['page']}`}>
      <h1>{messages.title}</h1>
      <SearchBox term={search.term} path={path} messages={messages} />
      <Outcome search={search} path={path} messages={messages} />
    </div>
  )
}

function Outcome({ search, path, messages }: SearchPageProps) {
  const { term } = search
  const facet = search.facets[search.currentFacet ?? '']
  if (!facet) return null
  const { pagingInfo, results, entries } = facet
  if (entries.isError)
    return (
      <div className={styles['failed']} role="alert">
        <h2>{messages.failed}</h2>
        <p>{messages.failedHelp}</p>
      </div>
    )
  if (pagingInfo.pagesLoaded.length === 0) return null
  if (pagingInfo.totalCount === 0) return <NoResults term={term} messages={messages} />
  if (results.length === 0)
    return (
      <p>
        {messages.pastTheEnd} <a href={toUrl(path, { term, pageIndex: 0 })}>{messages.firstPage}</a>
      </p>
    )
  const first = pagingInfo.pageIndex * pagingInfo.pageSize + 1
  return (
    <section aria-labelledby="search-count">
      <h2 className={styles['count']} id="search-count">
        {messages.count(pagingInfo.totalCount, first, first + results.length - 1)}
      </h2>
      <ResultList results={results} term={cleanTerm(term)} start={first} />
      <Pagination
        page={pagingInfo.pageIndex + 1}
        pageCount={pagingInfo.pageCount}
        hrefOf={(page) => toUrl(path, { term, pageIndex: page - 1 })}
        label={messages.pagination}
        messages={messages}
      />
    </section>
  )
}

function NoResults({ term, messages }: { readonly term: string; readonly messages: SearchMessages }) {
  return (
    <div className="prose">
      <h2>{messages.noResults(term)}</h2>
      <ul>
        {messages.noResultsHelp.map((help) => (
          <li key={help}>{help}</li>
        ))}
      </ul>
    </div>
  )
}
