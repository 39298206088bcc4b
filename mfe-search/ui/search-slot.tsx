import type { ComponentType } from 'react'
import type { SlotProps } from '@tessera/shared/contract'
import { usePageRoute } from '@tessera/shared/ui'
import { searchRouteOf } from '../domain/search-route.ts'
import { own } from '../domain/search-source.ts'
import type { SearchMessages } from '../messages/index.ts'
import { FormSuggestions } from './form-suggestions.tsx'
import { Composition } from './composition.tsx'
import { Listing } from './listing.tsx'
import { Minilist } from './minilist.tsx'
import { ResultsView } from './results-view.tsx'

/** View → component, one row each. */
const VIEWS: Readonly<Record<string, ComponentType<SlotProps<SearchMessages>>>> = {
  results: ResultsSlot,
  listing: Listing,
  composition: Composition,
  minilist: Minilist,
  suggestions: FormSuggestions,
}

/** The component for a slot's view, rendered from the state of the page. */
export function SearchSlot(slot: SlotProps<SearchMessages>) {
  const View = own(VIEWS, slot.view)
  return View ? <View {...slot} /> : null
}

/** The search page. */
function ResultsSlot({ messages, store, bus }: SlotProps<SearchMessages>) {
  const routing = usePageRoute()
  const { pathname, search: query } = routing.location
  return (
    <ResultsView
      route={searchRouteOf(routing)}
      here={`${pathname}${query}`}
      messages={messages}
      store={store}
      bus={bus}
    />
  )
}
