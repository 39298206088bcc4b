import { Link } from '@tessera/shared/ui'
import { totalOf } from '../state/search-changes.ts'
import { describeItem, selectedOf } from './selected-filters.tsx'
import type { SearchView } from './search-view.ts'
import styles from './search.module.css'

/** Says what was searched for and what may be done: fewer filters, another tab, other words, asking somebody. */
export function NoResults(view: SearchView) {
  const { search, messages } = view
  return (
    <div className={`prose ${styles['none']}`}>
      <h2 id="search-count" tabIndex={-1} data-focus-fallback="">
        {search.term === '' ? messages.noResultsWithoutTerm : messages.noResults(search.term)}
      </h2>
      <FewerFilters {...view} />
      <OtherTabs {...view} />
      <ul>
        {(search.term === '' ? [] : messages.noResultsHelp).map((help) => (
          <li key={help}>{help}</li>
        ))}
        {search.contactPath !== undefined && (
          <li>
            <Link href={search.contactPath}>{messages.contact}</Link>
          </li>
        )}
      </ul>
    </div>
  )
}

/** Each filter can be dropped, or all; how many results there would be is said where it is known. */
function FewerFilters({ facet, links, messages }: SearchView) {
  const selected = selectedOf(facet)
  if (selected.length === 0) return null
  return (
    <ul>
      {selected.map(({ name, filter, item }) => (
        <li key={`${name} ${item.key}`}>
          <Link
            href={links.toToggled(name, item.key)}
            rel="nofollow"
            data-focus-key={`drop ${name} ${item.key}`}
          >
            {messages.dropFilter(`${filter.title}: ${describeItem(item, filter, messages)}`)}
          </Link>
        </li>
      ))}
      <li>
        <Link href={links.toAllCleared()} rel="nofollow" data-focus-key="drop">
          {facet.withoutFilters === undefined
            ? messages.clearAll
            : messages.dropFilters(facet.withoutFilters)}
        </Link>
      </li>
    </ul>
  )
}

/** Tabs and facets that do have results for the term. */
function OtherTabs({ search, facetKey, links, messages }: SearchView) {
  const others = Object.keys(search.facets).flatMap((key) => {
    const total = key === facetKey ? null : totalOf(search.facets[key])
    return total ? [{ key, total, title: search.facets[key]?.title }] : []
  })
  if (others.length === 0) return null
  return (
    <>
      <h3>{messages.otherTabs}</h3>
      <ul>
        {others.map(({ key, total, title }) => (
          <li key={key}>
            <Link href={links.toFacet(key)} data-focus-key={`other ${key}`}>
              {title} ({messages.number(total)})
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}
