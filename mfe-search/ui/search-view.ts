import type { SearchMessages } from '../messages/index.ts'
import type { SearchLinks } from '../state/search-links.ts'
import type { FacetState, FilterState, SearchContext, SearchState } from '../domain/search-state.ts'

/** Props of the parts of a search page: the state, one facet of it, and the links of its controls. */
export interface SearchView {
  readonly search: SearchState
  readonly context: SearchContext
  readonly facet: FacetState
  readonly facetKey: string
  readonly links: SearchLinks
  readonly messages: SearchMessages
  /** Navigates to a link of the page from code. */
  readonly go: (href: string) => void
  /** Address of the page as it is shown, to try again. */
  readonly here: string
}

/** One filter of a view. */
export interface FilterProps {
  readonly name: string
  readonly filter: FilterState
  readonly view: SearchView
}

/** Actions of the search box in a browser. */
export interface BoxActions {
  /** Go to an address of the site. */
  readonly go: (path: string) => void
  /** The box has the focus. */
  readonly opened: () => void
  readonly typed: (term: string) => void
  readonly recentCleared: () => void
}
