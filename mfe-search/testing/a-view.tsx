import type { ReactElement } from 'react'
import { jest } from '@jest/globals'
import { catalogues } from '../messages/index.ts'
import type { FacetState, SearchState } from '../domain/search-state.ts'
import { NearForm } from '../ui/near-form.tsx'
import { NearContext } from '../ui/near-parts.tsx'
import { PlacesMap } from '../ui/places-map.tsx'
import { SearchPage } from '../ui/search-page.tsx'
import { aFacet, aSearch } from './a-search.ts'

interface PageInput extends Partial<Omit<SearchState, 'facets'>> {
  readonly facet?: Partial<FacetState>
  readonly others?: Readonly<Record<string, FacetState>>
  readonly language?: string
}

/** The search page in a state, and mocks of the actions of its search box. */
export function aPage({ facet, others, language = 'en-GB', ...search }: PageInput = {}) {
  const actions = {
    go: jest.fn<(path: string) => void>(),
    opened: jest.fn<() => void>(),
    typed: jest.fn<(term: string) => void>(),
    recentCleared: jest.fn<() => void>(),
  }
  const page = (change: Partial<SearchState> = {}, here = '/search?term=bins'): ReactElement => (
    <NearContext value={{ NearForm, PlacesMap }}>
      <SearchPage
        search={aSearch({ ...search, facets: { all: aFacet(facet), ...others }, ...change })}
        route={{ context: 'facets', path: '/search', hasParts: true }}
        messages={catalogues[language] ?? catalogues['en-GB']!}
        actions={actions}
        here={here}
      />
    </NearContext>
  )
  return { page, actions }
}
