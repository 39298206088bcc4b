import { Link } from '@tessera/shared/ui'
import { facetOfTab, totalOf } from '../state/search-changes.ts'
import type { FacetState, SearchState, TabState } from '../domain/search-state.ts'
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
            {search.tabs.map((tab) => (
              <li key={tab.id}>
                <Link
                  href={links.toTab(tab.id)}
                  data-focus-key={`tab ${tab.id}`}
                  {...(tab === shown && CURRENT)}
                >
                  {tab.label} <Total value={numberOf(tab, search)} messages={messages} />
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {shown && shown.facets.length > 1 && (
        <FacetTabs
          choices={shown.facets.map((key) => ({ key, facet: search.facets[key], href: links.toFacet(key) }))}
          shown={facetKey}
          messages={messages}
        />
      )}
    </>
  )
}

/** The total of a tab; null if its link, which leads to one of its facets, leads to another number of results. */
const numberOf = (tab: TabState, { facets }: Pick<SearchState, 'facets'>): number | null =>
  totalOf(facets[facetOfTab({ facets }, tab) ?? '']) === tab.totalCount ? tab.totalCount : null

interface FacetTabsProps extends Pick<SearchView, 'messages'> {
  readonly choices: readonly {
    readonly key: string
    readonly facet: FacetState | undefined
    readonly href: string
  }[]
  /** Key of the one that is shown. */
  readonly shown: string
}

/** Facets or lists that are offered together, each with its total if that is known. */
export const FacetTabs = ({ choices, shown, messages }: FacetTabsProps) => (
  <nav className={styles['facets']} aria-label={messages.facets}>
    <ul>
      {choices.map(({ key, facet, href }) => (
        <li key={key}>
          <Link href={href} data-focus-key={`facet ${key}`} {...(key === shown && CURRENT)}>
            {facet?.title} <Total value={totalOf(facet)} messages={messages} />
          </Link>
        </li>
      ))}
    </ul>
  </nav>
)

const CURRENT = { 'aria-current': 'page' } as const

/** The total; while it is unknown its space is reserved, so that nothing moves when it is loaded. */
function Total({ value, messages }: Pick<SearchView, 'messages'> & { readonly value: number | null }) {
  return <span className={styles['total']}>{value === null ? null : messages.number(value)}</span>
}
