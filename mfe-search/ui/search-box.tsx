import { useEffect, useRef, useState } from 'react'
import { useHydrated } from '@tessera/shared/ui'
import { MAX_TERM_LENGTH } from '../domain/clean-term.ts'
import type { SearchMessages } from '../messages/index.ts'
import type { SearchState } from '../domain/search-state.ts'
import { comboboxAttributes } from './combobox-attributes.ts'
import { OptionList } from './option-list.tsx'
import type { BoxActions } from './search-view.ts'
import { useOptions } from './use-options.ts'
import { useFieldValue } from './use-field-value.ts'
import styles from './search-box.module.css'

interface SearchBoxProps {
  readonly search: SearchState
  /** Address of a term's search. */
  readonly toTerm: (term: string) => string
  readonly messages: SearchMessages
  readonly actions: BoxActions
}

const LIST_ID = 'search-suggestions'

/**
 * A GET form: it works with and without script. With script, the box is a combobox (ARIA 1.2, editable, list autocomplete): it suggests
 * pages while a term is typed, and recent searches while it is empty.
 */
export function SearchBox({ search, toTerm, messages, actions }: SearchBoxProps) {
  return (
    <form
      className={styles['box']}
      // The path without the filters of the page, because a new term has none.
      action={toTerm('term').split('?')[0]}
      role="search"
      aria-label={messages.label}
    >
      <label htmlFor="search-term">{messages.label}</label>
      <p className={styles['hint']} id="search-hint">
        {messages.hint}
      </p>
      <div className={styles['row']}>
        <Combobox search={search} toTerm={toTerm} messages={messages} actions={actions} />
        <button className="button" type="submit">
          {messages.search}
        </button>
      </div>
    </form>
  )
}

function Combobox(props: SearchBoxProps) {
  const { search, messages, actions } = props
  const isHydrated = useHydrated()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(search.term)
  const box = useOptions({ ...props, typed })
  useFieldValue(input, search.term, setTyped)
  // The visitor may have typed before hydration.
  useEffect(() => setTyped(input.current?.value ?? ''), [])
  return (
    <div className={styles['combobox']}>
      <input
        ref={input}
        type="search"
        id="search-term"
        name="term"
        defaultValue={search.term}
        aria-describedby="search-hint"
        autoComplete="off"
        enterKeyHint="search"
        maxLength={MAX_TERM_LENGTH}
        {...(isHydrated && comboboxAttributes(box, LIST_ID))}
        onFocus={() => {
          actions.opened()
          if (typed === '') box.open()
        }}
        onBlur={box.close}
        onKeyDown={({ nativeEvent }) => box.onKeyDown(nativeEvent)}
        onClick={box.open}
        onInput={({ currentTarget: { value } }) => {
          setTyped(value)
          actions.typed(value)
          box.open()
        }}
      />
      {isHydrated && <OptionList {...box} id={LIST_ID} typed={typed} messages={messages} />}
    </div>
  )
}
