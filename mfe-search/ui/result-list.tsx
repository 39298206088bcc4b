import type { ReactNode } from 'react'
import { CardList } from '@tessera/shared/ui'
import type { CleanTerm } from '../domain/clean-term.ts'
import type { TextPart } from '../domain/highlight.ts'
import { wordHighlighter } from '../domain/highlight-words.ts'
import type { SearchMessages } from '../messages/index.ts'
import type { ResultCard } from '../domain/search-state.ts'
import styles from './search.module.css'

export interface ResultListProps {
  readonly results: readonly ResultCard[]
  readonly term: CleanTerm
  readonly messages: SearchMessages
  /** Number of the first of them among all results, from 1, where they have an order. */
  readonly start?: number
  readonly layout?: 'grid' | 'rows'
  /** Whether their numbers are visible. */
  readonly isNumbered?: boolean
  /** Level of their titles; 3 unless given. */
  readonly level?: 3 | 4
}

/** The pages that were found, with the visitor's words marked. */
export const ResultList = ({
  results,
  term,
  messages,
  start,
  layout = 'rows',
  isNumbered = false,
  level = 3,
}: ResultListProps) => {
  const highlight = wordHighlighter(term, messages.language)
  return (
    <CardList
      cards={results.map(({ distance, ...card }) => ({
        ...card,
        ...(distance && { note: messages.away(messages.length(distance.value, distance.unit)) }),
      }))}
      isNumbered={isNumbered}
      level={level}
      layout={layout}
      messages={messages}
      mark={(text) => marked(highlight(text))}
      {...(start !== undefined && { start })}
    />
  )
}

/** The featured results, above the others, under a heading of their own. */
export const FeaturedResults = (list: ResultListProps) =>
  list.results.length > 0 && (
    <section className={styles['featured']} aria-labelledby="search-featured" data-results="">
      <h3 id="search-featured">{list.messages.featured}</h3>
      <ResultList {...list} />
    </section>
  )

/** Marks the visitor's words. The parts are text, never HTML; a text without matches stays a plain string. */
const marked = (parts: readonly TextPart[]): ReactNode =>
  parts.every(({ isMatch }) => !isMatch)
    ? parts.map(({ text }) => text).join('')
    : parts.map(({ text, isMatch }, index) => (isMatch ? <mark key={index}>{text}</mark> : text))
