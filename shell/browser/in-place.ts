import type { PageSlot, PageState, ServedState } from '@tessera/shared/contract'

/** A page, as far as it decides whether another one can take its place without being put together anew. */
export interface Place {
  readonly routing: Pick<ServedState['routing'], 'currentPath' | 'entryID'>
  readonly page: Pick<PageState, 'slots' | 'releases'>
}

/** The slots of a page that are its own: the main one and those inside others; the frame's stay whatever comes. */
export const contentSlots = ({ slots }: Pick<PageState, 'slots'>): readonly PageSlot[] =>
  slots.filter(({ id, parent }) => id === 'main' || parent !== undefined)

/** Whether the browser runs the code of a slot. */
export const isLive = ({ hydrate }: Pick<PageSlot, 'hydrate'>): boolean => hydrate !== 'never'

/**
 * Whether the next page can be shown by giving the slots on the screen new state: the same slots, filled by the same views of the
 * same releases. A main slot without code in the browser cannot change; it may stay where the next page shows the same entry at the
 * same path, and live slots inside it show what is new: another page of a listing.
 */
export function isInPlace(shown: Place, next: Place): boolean {
  const [before, after] = [contentSlots(shown.page), contentSlots(next.page)]
  const main = after.find(({ id }) => id === 'main')
  if (!main || before.length !== after.length) return false
  const isKept = (slot: PageSlot) => before.some((other) => isSameSlot(other, slot))
  const hasSameRelease = ({ remote }: PageSlot) =>
    shown.page.releases[remote]?.version === next.page.releases[remote]?.version
  if (!after.every(isKept) || !after.filter((slot) => slot === main || isLive(slot)).every(hasSameRelease))
    return false
  return isLive(main) || (after.some(isLive) && isSameEntry(shown, next))
}

/** The props of a live slot may differ: it is told of them. */
const isSameSlot = (one: PageSlot, other: PageSlot): boolean =>
  one.id === other.id &&
  one.remote === other.remote &&
  one.view === other.view &&
  one.hydrate === other.hydrate &&
  one.parent === other.parent &&
  (isLive(one) || JSON.stringify(one.props) === JSON.stringify(other.props))

const isSameEntry = ({ routing: one }: Place, { routing: other }: Place): boolean =>
  Boolean(one.entryID) && one.entryID === other.entryID && one.currentPath === other.currentPath
