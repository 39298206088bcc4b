import { Link } from '@tessera/shared/ui'
import { facetOfTab, totalOf } from '../state/search-changes.ts'
import { cleanTerm } from '../domain/clean-term.ts'
import { significantTerm } from '../domain/significant-term.ts'
import { FeaturedResults } from './result-list.tsx'
import { UnknownPlace } from './near-parts.tsx'
import type { SearchState } from '../domain/search-state.ts'
import { describeItem } from './selected-filters.tsx'
import type { SearchView } from './search-view.ts'
import styles from './search.module.css'

/**
 * Says what was searched for and what the visitor can do: other words, fewer filters, another tab, the contact page. Featured
 * results are shown all the same: with them something was found.
 */
export function NoResults(view: SearchView) {
  const { search, facet, messages } = view
  const { featuredResults: results } = facet
  return (
    <div className={`prose ${styles['none']}`}>
      <h2 id="search-count" tabIndex={-1} data-focus-fallback="">
        {results.length > 0
          ? messages.count(results.length, 1, results.length)
          : search.term === ''
            ? messages.noResultsWithoutTerm
            : messages.noResults(search.term)}
      </h2>
      <FeaturedResults results={results} term={significantTerm(cleanTerm(search.term))} messages={messages} />
      <UnknownPlace {...view} />
      <OtherSpelling {...view} />
      <FewerFilters {...view} />
      <OtherTabs {...view} />
      <ul>
        {(search.term === '' || results.length > 0 ? [] : messages.noResultsHelp).map((help) => (
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

/** A link to the words that may have been meant, on the first tab. Results there match them already, so there it is not needed. */
function OtherSpelling({ search, facet: { correctedTerm }, facetKey, links, messages }: SearchView) {
  const [first] = search.tabs
  if (correctedTerm === undefined || !first || first.facets.includes(facetKey)) return null
  const key = facetOfTab(search, first)
  // Without results there for the words as they are, there would be none.
  if (totalOf(search.facets[key ?? '']) === 0) return null
  return (
    <p>
      {messages.didYouMean} <Link href={links.toTerm(correctedTerm, key)}>{correctedTerm}</Link>
    </p>
  )
}

/** Links that remove each filter, or all, with the number of results if it is known; links to no results are left out. */
function FewerFilters({ facet: { filters, without }, links, messages }: SearchView) {
  const each = Object.entries(filters).flatMap(([name, filter]) => {
    const items = filter.items.filter(({ isSelected }) => isSelected)
    if (!filter.renderable || items.length === 0) return []
    const values = items.map((item) => describeItem(item, filter, messages)).join(', ')
    const label = messages.dropFilter(`${filter.title}: ${values}`)
    return [{ key: `drop ${name}`, href: links.toFilterCleared(name), label, total: without?.each[name] }]
  })
  const all = { key: 'drop', href: links.toAllCleared(), label: messages.clearAll, total: without?.all }
  const ways = [...each, ...(each.length > 1 ? [all] : [])].filter(({ total }) => total !== 0)
  if (ways.length === 0) return null
  return (
    <ul>
      {ways.map(({ key, href, label, total }) => (
        <li key={key}>
          <Link href={href} rel="nofollow" data-focus-key={key}>
            {label}
            {total === undefined ? '' : ` (${messages.number(total)})`}
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** The name that a facet has above the results: that of its tab where it is alone there, else its own. */
const nameOf = ({ tabs, facets }: SearchState, key: string): string | undefined =>
  tabs.find((tab) => tab.facets.length === 1 && tab.facets[0] === key)?.label ?? facets[key]?.title

/** Tabs and facets that do have results for the term. */
function OtherTabs({ search, facetKey, links, messages }: SearchView) {
  const others = Object.keys(search.facets).flatMap((key) => {
    const total = key === facetKey ? null : totalOf(search.facets[key])
    return total ? [{ key, total, title: nameOf(search, key) }] : []
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
