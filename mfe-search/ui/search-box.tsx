import type { SearchMessages } from '../messages/index.ts'
import styles from './search.module.css'

interface SearchBoxProps {
  readonly term: string
  readonly path: string
  readonly messages: SearchMessages
}

/** A GET form: it searches with and without script. */
export function SearchBox({ term, path, messages }: SearchBoxProps) {
  return (
    // Not a landmark: the frame's search box is the page's search region.
    <form className={styles['box']} action={path}>
      <label htmlFor="search-term">{messages.label}</label>
      <p className={styles['hint']} id="search-hint">
        {messages.hint}
      </p>
      <div className={styles['row']}>
        <input
          type="search"
          id="search-term"
          name="term"
          // Keyed by the term, so that a new page's term replaces what was typed.
          key={term}
          defaultValue={term}
          aria-describedby="search-hint"
          autoComplete="off"
          enterKeyHint="search"
          maxLength={200}
        />
        <button className="button" type="submit">
          {messages.search}
        </button>
      </div>
    </form>
  )
}
