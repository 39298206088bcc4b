import { Pagination } from '@tessera/shared/ui'
import { cleanTerm } from '../domain/clean-term.ts'
import { toUrl } from '../domain/search-url.ts'
import type { SearchMessages } from '../messages/index.ts'
import type { SearchState } from '../state/search.slice.ts'
import { ResultList } from './result-list.tsx'
import { SearchBox } from './search-box.tsx'
import styles from './search.module.css'

interface SearchPageProps {
  readonly search: SearchState
  /** Path of the page, for its links to further results. */
  readonly path: string
  readonly words: SearchMessages
}

/** Search box and what came of it: results, none, or a failure. */
export function SearchPage({ search, path, words }: SearchPageProps) {
  return (
    <div className={`wrap ${styles['page']}`}>
      <h1>{words.title}</h1>
      <SearchBox term={search.term} path={path} words={words} />
      <Outcome search={search} path={path} words={words} />
    </div>
  )
}

function Outcome({ search, path, words }: SearchPageProps) {
  const { term, pagingInfo, results, entries } = search
  if (entries.isError)
    return (
      <div className={styles['failed']} role="alert">
        <h2>{words.failed}</h2>
        <p>{words.failedHelp}</p>
      </div>
    )
  if (!pagingInfo) return null
  if (pagingInfo.totalCount === 0) return <NoResults term={term} words={words} />
  if (results.length === 0)
    return (
      <p>
        {words.pastTheEnd} <a href={toUrl(path, { term, pageIndex: 0 })}>{words.firstPage}</a>
      </p>
    )
  const first = pagingInfo.pageIndex * pagingInfo.pageSize + 1
  return (
    <section aria-labelledby="search-count">
      <h2 className={styles['count']} id="search-count">
        {words.count(pagingInfo.totalCount, first, first + results.length - 1)}
      </h2>
      <ResultList results={results} term={cleanTerm(term)} start={first} />
      <Pagination
        page={pagingInfo.pageIndex + 1}
        pageCount={pagingInfo.pageCount}
        hrefOf={(page) => toUrl(path, { term, pageIndex: page - 1 })}
        label={words.pagination}
        messages={words}
      />
    </section>
  )
}

function NoResults({ term, words }: { readonly term: string; readonly words: SearchMessages }) {
  return (
    <div className="prose">
      <h2>{words.noResults(term)}</h2>
      <ul>
        {words.noResultsHelp.map((help) => (
          <li key={help}>{help}</li>
        ))}
      </ul>
    </div>
  )
}
