import '@testing-library/jest-dom/jest-globals'
import { expect } from '@jest/globals'
import { render, screen } from '@testing-library/react'
import type { RouteState } from '@tessera/shared/contract'
import { createBus, createStore, storePart } from '@tessera/shared/store'
import { StoreProvider } from '@tessera/shared/ui'
import { catalogues } from '../messages/index.ts'
import { searchSlice } from '../state/search.slice.ts'
import { aFacet, aSearch } from '../testing/a-search.ts'
import { aPage } from '../testing/a-view.tsx'
import { ListingView } from './listing.tsx'

const failed = aFacet({ entries: { isLoading: false, isError: true } })

/** A listing whose search has failed, without the page around it. */
function showFailedListing(language: string) {
  const search = aSearch({ context: 'listings', term: '', facets: {}, listings: { news: failed } })
  const store = createStore({ preloadedState: { search, routing: {} as RouteState } })
  store.inject(storePart({ owner: 'mfe-search', slices: [searchSlice], epics: [] }))
  render(
    <StoreProvider store={store}>
      <ListingView
        listing="news"
        path="/news"
        here="/news?topic=homes"
        messages={catalogues[language]!}
        store={store}
        bus={createBus()}
      />
    </StoreProvider>,
  )
  return screen.getByRole('alert')
}

describe('a search that fails', () => {
  test.each([
    ['en-GB', 'We could not load this list just now.', /\bbox\b/],
    ['cy', 'Nid oedd modd llwytho’r rhestr hon', /\bblwch\b/],
  ])('speaks of a box only where there is one: a listing has none (%s)', (language, text, box) => {
    const alert = showFailedListing(language)
    expect(alert).toHaveTextContent(text)
    expect(alert).not.toHaveTextContent(box)
    expect(screen.queryByRole('combobox')).toBeNull()
    expect(alert.querySelector('a')).toHaveAttribute('href', '/news?topic=homes')
  })

  test('says on the search page that the words are kept in the box', () => {
    render(aPage({ facet: failed }).page())
    expect(screen.getByRole('alert')).toHaveTextContent('Your words are still in the box')
    expect(screen.getByRole('combobox')).toHaveValue('bins')
  })
})
