import { createContext, Suspense, useContext, type ComponentType } from 'react'
import type { SlotProps } from '@tessera/shared/contract'
import type { SearchMessages } from '../messages/index.ts'
import type { PlacesPlanProps } from './places-plan.tsx'
import type { FilterProps } from './search-view.ts'

/** What only pages with places need. The server has it at hand; a browser loads it where it is shown. */
export interface NearParts {
  readonly NearForm: ComponentType<FilterProps>
  readonly PlacesPlan: ComponentType<PlacesPlanProps>
}

/** For `withNearParts`, and for what is shown without a slot. */
export const NearContext = createContext<NearParts | null>(null)

type Slot = ComponentType<SlotProps<SearchMessages>>

/** A slot whose parts about places are these. */
export const withNearParts = (Slot: Slot, parts: NearParts): Slot =>
  function SlotWithNearParts(props) {
    return (
      <NearContext value={parts}>
        <Slot {...props} />
      </NearContext>
    )
  }

/** The form of a filter by distance. Until a browser has its code, the server's markup stays: it works without. */
export function NearForm(props: FilterProps) {
  const parts = useContext(NearContext)
  return <Suspense fallback={null}>{parts && <parts.NearForm {...props} />}</Suspense>
}

/** Where the results of a page are. */
export function PlacesPlan(props: PlacesPlanProps) {
  const parts = useContext(NearContext)
  return <Suspense fallback={null}>{parts && <parts.PlacesPlan {...props} />}</Suspense>
}
