import { renderSlot } from '@tessera/shared/ssr'
import { createBus, createStore } from '@tessera/shared/store'
import type { SearchState } from '../domain/search-state.ts'
import { fixtures } from '../fixtures.ts'
import { catalogues } from '../messages/index.ts'
import { searchSlice } from '../state/search.slice.ts'
import { SearchSlot } from './search-slot.tsx'

const { state, props, view } = fixtures.find((fixture) => fixture.view === 'composition')!
const markupOf = (change: Partial<SearchState> = {}): string =>
  renderSlot(SearchSlot, {
    slotId: 'main',
    view,
    props,
    bus: createBus(),
    messages: catalogues['en-GB'],
    store: createStore({
      parts: [{ owner: 'test', slices: [searchSlice] }],
      preloadedState: {
        ...state,
        search: { ...(state['search'] as SearchState), ...change },
      },
    }),
  })
const linksIn = (markup: string) =>
  [...markup.matchAll(/<a [^>]*data-focus-key="facet (\w+)"[^>]*>/g)].map(([link, key]) => ({
    key,
    href: /href="([^"]*)"/.exec(link)?.[1],
    isShown: link.includes('aria-current="page"'),
  }))

describe('a composition on its page (docs/decisions/0074)', () => {
  test('links to its lists, the one that is shown marked, the first at the path alone', () => {
    expect(linksIn(markupOf())).toEqual([
      { key: 'news', href: '/whats-on', isShown: true },
      { key: 'events', href: '/whats-on?listingType=events', isShown: false },
    ])
    const events = markupOf({ currentListing: 'events' })
    expect(linksIn(events).map(({ isShown }) => isShown)).toEqual([false, true])
    // Links to its pages keep that list.
    expect(events).toContain('href="/whats-on?listingType=events&amp;pageIndex=3"')
    expect(markupOf({ tabs: [] })).toContain('There is nothing to show')
  })
})
