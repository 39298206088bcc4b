import type { RefObject } from 'react'
import type { SearchRoute } from '../domain/search-address.ts'
import type { SearchMessages } from '../messages/index.ts'
import { createLinks } from '../state/search-links.ts'
import type { SearchState } from '../domain/search-state.ts'
import { FilterPanel } from './filter-panel.tsx'
import { SearchBox } from './search-box.tsx'
import { SearchResults } from './search-results.tsx'
import { SearchTabs } from './search-tabs.tsx'
import type { BoxActions, SearchView } from './search-view.ts'
import { SelectedFilters } from './selected-filters.tsx'
import styles from './search.module.css'

/** What surrounds a search: the whole search page; or, on a page of another site, no heading, with tabs or only one facet. */
export type SearchFrame = 'page' | 'tabs' | 'facet'

interface SearchPageProps {
  readonly search: SearchState
  readonly route: SearchRoute
  readonly messages: SearchMessages
  /** What the search box can do in a browser. */
  readonly actions: BoxActions
  readonly root?: RefObject<HTMLDivElement | null>
  /** Address of the page. */
  readonly here: string
  readonly frame?: SearchFrame
}

/** Search box, tabs, filters, and the outcome: results, none, or a failure. */
export function SearchPage(props: SearchPageProps) {
  const { search, route, messages, actions, root, here, frame = 'page' } = props
  const facetKey = search.currentFacet ?? ''
  const facet = search.facets[facetKey]
  const links = createLinks(search, route, facetKey)
  const view: SearchView | null = facet
    ? { search, context: route.context, facet, facetKey, links, messages, go: actions.go, here }
    : null
  const hasSearched =
    facet !== undefined &&
    (facet.pagingInfo.pagesLoaded.length > 0 || facet.entries.isError || facet.entries.isLoading)
  return (
    <div className={frame === 'page' ? `wrap ${styles['page']}` : undefined} ref={root}>
      {frame === 'page' && <h1>{messages.title}</h1>}
      <SearchBox search={search} toTerm={links.toTerm} messages={messages} actions={actions} />
      {view && hasSearched && (
        <>
          {frame !== 'facet' && <SearchTabs {...view} />}
          <div className={styles['columns']}>
            <FilterPanel {...view} />
            <div className={styles['outcome']}>
              <SelectedFilters {...view} />
              <SearchResults {...view} />
            </div>
          </div>
        </>
      )}
    </div>
  )
}
