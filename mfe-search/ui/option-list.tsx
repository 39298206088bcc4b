import { cleanTerm } from '../domain/clean-term.ts'
import { highlighter } from '../domain/highlight.ts'
import type { SearchMessages } from '../messages/index.ts'
import { optionId } from './combobox-attributes.ts'
import type { Option, ComboboxState } from './use-options.ts'
import styles from './search-box.module.css'

interface OptionListProps extends Pick<ComboboxState, 'options' | 'isOpen' | 'active' | 'isRecent'> {
  /** Unique on the page. */
  readonly id: string
  readonly typed: string
  readonly messages: SearchMessages
}

/** The rows under the search box, and their number for screen readers. */
export function OptionList(props: OptionListProps) {
  const { id, options, isOpen, active, isRecent, typed, messages } = props
  return (
    <>
      {/* Pressing a row would take the focus from the input, and losing it closes the popup. */}
      <div className={styles['popup']} hidden={!isOpen} onPointerDown={(event) => event.preventDefault()}>
        {isRecent && <p className={styles['heading']}>{messages.recent}</p>}
        <div role="listbox" id={id} aria-label={isRecent ? messages.recent : messages.suggestionsLabel}>
          {options.map((option, index) => (
            <OptionRow
              key={option.key}
              id={optionId(id, index)}
              option={option}
              isActive={index === active}
              typed={typed}
            />
          ))}
        </div>
      </div>
      <p className="visually-hidden" role="status">
        {isOpen ? messages.suggestions(options.filter(({ isCommand }) => !isCommand).length) : ''}
      </p>
    </>
  )
}

interface OptionRowProps {
  readonly id: string
  readonly option: Option
  readonly isActive: boolean
  readonly typed: string
}

/** Rows are pressed by pointer or touch; the input keeps the focus and handles the keys. */
const OptionRow = ({ id, option: { label, kind, isCommand, choose }, isActive, typed }: OptionRowProps) => (
  <div
    role="option"
    id={id}
    className={isCommand ? styles['clear'] : undefined}
    aria-selected={isActive}
    tabIndex={-1}
    ref={isActive ? scrollTo : null}
    onClick={choose}
    // Some screen readers move the focus here.
    onKeyDown={({ key }) => key === 'Enter' && choose()}
  >
    <span>
      {highlighter(cleanTerm(typed))(label).map(({ text, isMatch }, place) =>
        isMatch ? <b key={place}>{text}</b> : text,
      )}
    </span>
    {kind !== undefined && <small>{kind}</small>}
  </div>
)

/** The focus stays in the input, so that the browser does not scroll to the active row by itself. Tests have no scrolling. */
const scrollTo = (row: HTMLElement | null) => row?.scrollIntoView?.({ block: 'nearest' })
