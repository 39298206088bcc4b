import { useState } from 'react'
import { movesCaret, nextActive, currentSuggestions } from '../domain/combobox.ts'
import type { SearchState } from '../domain/search-state.ts'
import type { SearchMessages } from '../messages/index.ts'
import type { BoxActions } from './search-view.ts'

/** One row of the list under the box. */
export interface Option {
  readonly key: string
  readonly label: string
  readonly kind?: string
  /** Whether it does something to the list and leads nowhere. */
  readonly isCommand?: boolean
  readonly choose: () => void
}

/** The list under the box. */
export interface ComboboxState {
  readonly options: readonly Option[]
  readonly isOpen: boolean
  /** Index of the row that Enter would choose; -1 for the box itself. */
  readonly active: number
  /** Whether the rows are searches that were made before. */
  readonly isRecent: boolean
  readonly open: () => void
  readonly close: () => void
  readonly onKeyDown: (event: KeyboardEvent) => void
}

interface OptionsInput {
  readonly search: SearchState
  readonly typed: string
  readonly toTerm: (term: string) => string
  readonly messages: Pick<SearchMessages, 'clearRecent'>
  readonly actions: BoxActions
}

/** The rows under the box and which of them is active: suggested pages, or recent searches while nothing is typed. */
export function useOptions({ search, typed, toTerm, messages, actions }: OptionsInput): ComboboxState {
  const [isWanted, setWanted] = useState(false)
  const [activeKey, setActiveKey] = useState<string>()
  const close = () => {
    setWanted(false)
    setActiveKey(undefined)
  }
  const open = () => {
    setWanted(true)
    setActiveKey(undefined)
  }
  const goTo = (path: string) => () => {
    close()
    actions.go(path)
  }
  const isRecent = typed.trim() === ''
  const { recentTerms = [] } = search
  const clear = { key: '', label: messages.clearRecent, isCommand: true, choose: actions.recentCleared }
  const options: readonly Option[] = isRecent
    ? [
        ...recentTerms.map((term) => ({ key: term, label: term, choose: goTo(toTerm(term)) })),
        // A row like the others, so that arrow keys reach it.
        ...(recentTerms.length > 0 ? [clear] : []),
      ]
    : currentSuggestions(search, typed).map(({ title, path, kind }) => ({
        key: path,
        label: title,
        ...(kind !== undefined && { kind }),
        choose: goTo(path),
      }))
  const isOpen = isWanted && options.length > 0
  // By its key, since other options may come while one is active.
  const active = isOpen ? options.findIndex(({ key }) => key === activeKey) : -1
  const onKeyDown = (event: KeyboardEvent) => {
    // During IME composition, keys belong to the input method.
    if (event.isComposing) return
    const next = nextActive(event.key, active, options.length)
    if (event.key === 'Escape' && isOpen) {
      event.preventDefault()
      close()
    } else if (event.key === 'Enter') {
      // Also before there are options: those that come later must not cover the results.
      close()
      const chosen = options[active]
      // Without an active option, Enter sends the form.
      if (!chosen) return
      event.preventDefault()
      chosen.choose()
    } else if (next !== null && options.length > 0 && (isOpen || event.key.startsWith('Arrow'))) {
      event.preventDefault()
      setWanted(true)
      setActiveKey(options[next]?.key)
    } else if (movesCaret(event.key)) setActiveKey(undefined)
  }
  return { options, isOpen, active, isRecent, open, close, onKeyDown }
}
