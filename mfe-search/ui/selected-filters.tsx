import { formatDate } from '@tessera/shared/messages'
import { Link } from '@tessera/shared/ui'
import { lengthOf, readBetween, readDistance } from '../domain/filter-values.ts'
import type { SearchMessages } from '../messages/index.ts'
import type { FacetState, FilterItem, FilterState } from '../domain/search-state.ts'
import type { SearchView } from './search-view.ts'
import styles from './filters.module.css'

/** One item that is selected. */
export interface Selected {
  readonly name: string
  readonly filter: FilterState
  readonly item: FilterItem
}

/** What is selected in the filters that are shown. */
export const selectedOf = ({ filters }: FacetState): readonly Selected[] =>
  Object.entries(filters).flatMap(([name, filter]) =>
    filter.renderable
      ? filter.items.filter(({ isSelected }) => isSelected).map((item) => ({ name, filter, item }))
      : [],
  )

/** All selected items, each with a link that deselects it, and one link for all. Empty without a selection. */
export function SelectedFilters(view: SearchView) {
  const { facet, links, messages } = view
  const selected = selectedOf(facet)
  if (selected.length === 0) return null
  return (
    <div className={styles['selected']}>
      <h2 className="visually-hidden" id="search-selected">
        {messages.selected}
      </h2>
      <ul aria-labelledby="search-selected">
        {selected.map(({ name, filter, item }) => (
          <li key={`${name} ${item.key}`}>
            <Link
              href={links.toToggled(name, item.key)}
              className={styles['chip']}
              rel="nofollow"
              data-focus-key={`chip ${name} ${item.key}`}
            >
              <span className="visually-hidden">{messages.remove(filter.title)} </span>
              <span>{describeItem(item, filter, messages)}</span>
            </Link>
          </li>
        ))}
      </ul>
      <Link href={links.toAllCleared()} rel="nofollow" data-focus-key="clear">
        {messages.clearAll}
      </Link>
    </div>
  )
}

/** The text of an item: its title, else a description of its value. */
export function describeItem(
  { key, title }: FilterItem,
  filter: FilterState,
  messages: SearchMessages,
): string {
  if (title !== undefined) return title
  const range = filter.view === 'range' ? readBetween(key) : null
  if (range) {
    const [from, to] = range.map((bound) => describeBound(bound, filter, messages)) as [string, string]
    if (from === '') return messages.rangeTo(to)
    return to === '' ? messages.rangeFrom(from) : messages.range(from, to)
  }
  const near = filter.view === 'near' ? readDistance(key) : null
  return near ? messages.within(describeLength(near.distance, messages), filter.near?.place) : key
}

/** A distance such as `5mi` in words; in unusual units as it is. */
export function describeLength(distance: string, messages: SearchMessages): string {
  const length = lengthOf(distance)
  return length ? messages.length(length.value, length.unit) : distance
}

/** A bound, formatted for its language; anything but a plain number or day is unchanged. */
function describeBound(bound: string, { valueType }: FilterState, messages: SearchMessages): string {
  if (bound === '') return ''
  if (valueType === 'number') return messages.number(Number(bound))
  return valueType === 'date' && /^\d{4}-\d\d-\d\d$/.test(bound) ? formatDate(bound, messages.dates) : bound
}
