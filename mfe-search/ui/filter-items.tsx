import { useState, type KeyboardEvent } from 'react'
import { Link, useHydrated } from '@tessera/shared/ui'
import type { FilterItem } from '../domain/search-state.ts'
import type { FilterProps } from './search-view.ts'
import { describeItem } from './selected-filters.tsx'
import styles from './filters.module.css'

/** Number of items that are shown at once: those with the most results. Further ones are in a disclosure, except selected ones. */
const SHOWN = 8

/**
 * The items of a filter, each with its count if that is known: links that select or deselect them. With script they are also check boxes,
 * where several can be selected.
 */
export function FilterItems(given: FilterProps) {
  const { filter, view } = given
  const props = { ...given, areBoxes: useHydrated() && !filter.isSingleSelect }
  const isKnown = new Set(filter.items.map(({ key }) => key))
  const top = filter.items.filter(({ parentKey }) => parentKey === undefined || !isKnown.has(parentKey))
  if (filter.view === 'tree') return <Items items={top} {...props} />
  const common = new Set(top.toSorted((a, b) => (b.count ?? 0) - (a.count ?? 0)).slice(0, SHOWN))
  const first = top.filter((item) => common.has(item) || item.isSelected)
  const more = top.filter((item) => !first.includes(item))
  return (
    <>
      <Items items={first} {...props} />
      {more.length > 0 && (
        <details className={styles['more']}>
          <summary>
            {view.messages.showAll(top.length)} <span className="visually-hidden">{filter.title}</span>
          </summary>
          {filter.isCut || filter.optionTerm !== undefined ? (
            <Items items={more} {...props} />
          ) : (
            <FindableItems items={more} all={top} {...props} />
          )}
        </details>
      )}
    </>
  )
}

interface ItemsProps extends FilterProps {
  /** Whether they work as check boxes. */
  readonly areBoxes: boolean
  readonly items: readonly FilterItem[]
}

interface FindableProps extends ItemsProps {
  /** The items that are searched. */
  readonly all: readonly FilterItem[]
}

/** All further items; in a browser with a field that searches all items by a part of their titles. */
function FindableItems({ items, all, ...props }: FindableProps) {
  const { name, filter, view } = props
  const [sought, setSought] = useState('')
  const isHydrated = useHydrated()
  const part = fold(sought.trim())
  const found = part === '' ? items : all.filter(({ title = '' }) => fold(title).includes(part))
  const { foundItems, foundNone, findItem } = view.messages
  const said = found.length === 0 ? foundNone : foundItems(found.length)
  return (
    <>
      {isHydrated && (
        <div className={styles['find']}>
          <label htmlFor={`find-${name}`}>{findItem(filter.title)}</label>
          <input
            type="search"
            id={`find-${name}`}
            autoComplete="off"
            value={sought}
            onChange={(event) => setSought(event.target.value)}
          />
          <p role="status">{part === '' ? '' : said}</p>
        </div>
      )}
      <Items items={found} {...props} />
    </>
  )
}

/** A text without case and accents, which need not be known to find a name. */
export const fold = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** A level of a tree, or a list. */
function Items({ items, ...props }: ItemsProps) {
  return (
    <ul className={styles['items']}>
      {items.map((item) => {
        const inner = props.filter.items.filter(({ parentKey }) => parentKey === item.key)
        return (
          <li key={item.key}>
            <Item item={item} {...props} />
            {inner.length > 0 && <Items items={inner} {...props} />}
          </li>
        )
      })}
    </ul>
  )
}

function Item({
  item,
  name,
  filter,
  view: { links, messages },
  areBoxes,
}: Omit<ItemsProps, 'items'> & { readonly item: FilterItem }) {
  const { isSelected } = item
  const look = [isSelected && 'chosen', !filter.isSingleSelect && 'box'].map((one) => one && styles[one])
  return (
    <Link
      href={links.toToggled(name, item.key)}
      data-focus-key={`item ${name} ${item.key}`}
      className={look.filter(Boolean).join(' ')}
      rel="nofollow"
      {...(areBoxes && { role: 'checkbox', 'aria-checked': isSelected, onKeyDown: clickOnSpace })}
    >
      <span>
        {describeItem(item, filter, messages)}
        {isSelected && !areBoxes && <span className="visually-hidden"> ({messages.isSelected})</span>}
      </span>
      {item.count !== undefined && <span className={styles['count']}>{messages.number(item.count)}</span>}
    </Link>
  )
}

/** The space bar works a check box; on a link it would scroll the page. */
function clickOnSpace(event: KeyboardEvent<HTMLAnchorElement>): void {
  if (event.key !== ' ') return
  event.preventDefault()
  if (!event.repeat) event.currentTarget.click()
}
