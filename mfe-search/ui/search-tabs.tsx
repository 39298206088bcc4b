import { Link } from '@tessera/shared/ui'
import { totalOf } from '../state/search-changes.ts'
import type { SearchView } from './search-view.ts'
import styles from './search.module.css'

/** Tabs with their totals, and below them the facets of the tab that is shown, where it has several. All of them are links. */
export function SearchTabs({ search, facetKey, links, messages }: SearchView) {
  const shown = search.tabs.find(({ facets }) => facets.includes(facetKey))
  return (
    <>
      {search.tabs.length > 1 && (
        <nav className={styles['tabs']} aria-label={messages.tabs}>
          <ul>
            {search.tabs.map(({ id, label, totalCount }) => (
              <li key={id}>
                <Link href={links.toTab(id)} data-focus-key={`tab ${id}`} {...(id === shown?.id && CURRENT)}>
                  {label} <Total value={totalCount} messages={messages} />
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {shown && shown.facets.length > 1 && (
        <nav className={styles['facets']} aria-label={messages.facets}>
          <ul>
            {shown.facets.map((key) => (
              <li key={key}>
                <Link
                  href={links.toFacet(key)}
                  data-focus-key={`facet ${key}`}
                  {...(key === facetKey && CURRENT)}
                >
                  {search.facets[key]?.title}{' '}
                  <Total value={totalOf(search.facets[key])} messages={messages} />
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </>
  )
}

const CURRENT = { 'aria-current': 'page' } as const

/** How many there are; nothing where that is not known. */
function Total({ value, messages }: Pick<SearchView, 'messages'> & { readonly value: number | null }) {
  return value === null ? null : <span className={styles['total']}>{messages.number(value)}</span>
}
