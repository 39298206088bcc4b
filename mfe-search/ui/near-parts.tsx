import { createContext, Suspense, useContext, type ComponentType } from 'react'
import type { SlotProps } from '@tessera/shared/contract'
import type { SearchMessages } from '../messages/index.ts'
import type { PlacesMapProps } from './places-map.tsx'
import type { FilterProps, SearchView } from './search-view.ts'
import styles from './search.module.css'

/** Components that only pages with places need. The server imports them; a browser loads them where they are shown. */
export interface NearParts {
  readonly NearForm: ComponentType<FilterProps>
  readonly PlacesMap: ComponentType<PlacesMapProps>
}

/** Context of `withNearParts`, also for what is rendered without a slot. */
export const NearContext = createContext<NearParts | null>(null)

type Slot = ComponentType<SlotProps<SearchMessages>>

/** A slot that renders places with these components. */
export const withNearParts = (Slot: Slot, parts: NearParts): Slot =>
  function SlotWithNearParts(props) {
    return (
      <NearContext value={parts}>
        <Slot {...props} />
      </NearContext>
    )
  }

/** The form of a filter by distance. Until the browser has loaded its code the server's markup stays, which works without. */
export function NearForm(props: FilterProps) {
  const parts = useContext(NearContext)
  return <Suspense fallback={null}>{parts && <parts.NearForm {...props} />}</Suspense>
}

/** Says beside results that they are not limited by distance, since the place is not known. */
export const UnknownPlace = ({ facet, messages }: Pick<SearchView, 'facet' | 'messages'>) =>
  Object.entries(facet.filters).map(
    ([name, { near }]) =>
      near?.unknownPlace !== undefined && (
        <p key={name} className={styles['unknown']}>
          {messages.anyPlace(near.unknownPlace)}
        </p>
      ),
  )

/** A map of the results of a page. */
export function PlacesMap(props: PlacesMapProps) {
  const parts = useContext(NearContext)
  return <Suspense fallback={null}>{parts && <parts.PlacesMap {...props} />}</Suspense>
}
