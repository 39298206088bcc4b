import { useState, type MouseEvent } from 'react'
import { Link } from '@tessera/shared/ui'
import { isLoaded } from '../domain/filter-items.ts'
import type { FilterState } from '../domain/search-state.ts'
import { selectedKeys } from '../state/search-changes.ts'
import { FilterForm } from './filter-form.tsx'
import { FilterItems } from './filter-items.tsx'
import { FindOptions } from './find-options.tsx'
import { NearForm } from './near-parts.tsx'
import { selectedOf } from './selected-filters.tsx'
import type { FilterProps, SearchView } from './search-view.ts'
import styles from './filters.module.css'

/** The filters of a facet: beside the results where there is room, else behind one disclosure above them. */
export function FilterPanel(view: SearchView) {
  const { facet, messages } = view
  const filters = Object.entries(facet.filters).filter(([, filter]) => isShown(filter))
  const count = selectedOf(facet).length
  const hasError = filters.some(([, { near }]) => near?.unknownPlace !== undefined)
  // The error of a field is not behind the disclosure, which only the visitor opens and closes later.
  const [isOpen] = useState(hasError)
  // Without results and without a selection there is nothing to filter.
  const isEmpty =
    facet.pagingInfo.totalCount === 0 && facet.pagingInfo.pagesLoaded.length > 0 && count === 0 && !hasError
  if (filters.length === 0 || isEmpty) return null
  return (
    <details className={styles['panel']} {...(isOpen && { open: true })}>
      <summary>{count > 0 ? messages.filtersFor(count) : messages.filters}</summary>
      <div role="search" aria-label={messages.filters}>
        {filters.map(([name, filter]) => (
          <Filter key={name} name={name} filter={filter} view={view} />
        ))}
        <Link href="#search-count" className={`button ${styles['show']}`} onClick={closeAndShow}>
          {facet.entries.isError ? messages.results : messages.showResults(facet.pagingInfo.totalCount)}
        </Link>
      </div>
    </details>
  )
}

/** Closes the disclosure and moves to the results. Without script the link only leads to them. */
function closeAndShow(event: MouseEvent<HTMLAnchorElement>): void {
  event.preventDefault()
  const panel = event.currentTarget.closest('details')
  if (!panel) return
  panel.open = false
  // A listing with nothing in it has no heading.
  const count = panel.parentElement?.querySelector<HTMLElement>('[data-focus-fallback]')
  const start = count ?? panel.querySelector('summary')
  start?.focus({ preventScroll: true })
  start?.scrollIntoView({ behavior: 'instant', block: 'start' })
}

/** Lists without loaded items are not shown; those that failed show an error. */
const isShown = ({ renderable, view, items, isError, optionTerm }: FilterState): boolean =>
  renderable &&
  (isError || isLoaded({ items, isError }) || optionTerm !== undefined || view === 'range' || view === 'near')

function Filter({ name, filter, view }: FilterProps) {
  const { links, messages, here } = view
  const id = `filter-${name}`
  return (
    <section className={styles['filter']} aria-labelledby={id}>
      <h2 id={id}>{filter.title}</h2>
      {selectedKeys(filter).length > 0 && (
        <Link
          href={links.toFilterCleared(name)}
          className={styles['clear']}
          rel="nofollow"
          data-focus-key={`clear ${name}`}
        >
          {messages.clear} <span className="visually-hidden">{filter.title}</span>
        </Link>
      )}
      {filter.isError && (
        <p className={styles['error']}>
          {messages.filterFailed} <Link href={here}>{messages.retry}</Link>
        </p>
      )}
      {filter.isCut && filter.optionTerm === undefined && (
        <p className={styles['note']}>{messages.cut(filter.items.length)}</p>
      )}
      {(filter.isCut || filter.optionTerm !== undefined) && (
        <FindOptions name={name} filter={filter} view={view} />
      )}
      {filter.view === 'list' || filter.view === 'tree' ? (
        <FilterItems name={name} filter={filter} view={view} />
      ) : filter.view === 'near' ? (
        <NearForm name={name} filter={filter} view={view} />
      ) : (
        <FilterForm name={name} filter={filter} view={view} />
      )}
    </section>
  )
}
