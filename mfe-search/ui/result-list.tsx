import { Link } from '@tessera/shared/ui'
import type { CleanTerm } from '../domain/clean-term.ts'
import { highlight } from '../domain/highlight.ts'
import type { ResultCard } from '../state/search-state.ts'
import styles from './search.module.css'

interface ResultListProps {
  readonly results: readonly ResultCard[]
  readonly term: CleanTerm
  /** Number of the first of them among all results, from 1. */
  readonly start: number
}

/** The pages that were found, each with a link, its summary and its address. */
export function ResultList({ results, term, start }: ResultListProps) {
  return (
    <ol className={styles['results']} start={start}>
      {results.map(({ id, title, summary, path }) => (
        <li key={id}>
          <h3>
            <Link href={path}>
              <Marked text={title} term={term} />
            </Link>
          </h3>
          {summary && (
            <p>
              <Marked text={summary} term={term} />
            </p>
          )}
          <p className={styles['path']}>
            <bdi>{path}</bdi>
          </p>
        </li>
      ))}
    </ol>
  )
}

/** The visitor's words marked, as text: nothing here is ever HTML. */
function Marked({ text, term }: { readonly text: string; readonly term: CleanTerm }) {
  return highlight(text, term).map((part, index) =>
    part.isMatch ? <mark key={index}>{part.text}</mark> : part.text,
  )
}
