import type { PageSlot, PageState, ServedState } from '@tessera/shared/contract'

/** What came for a path that the browser navigates to. */
export interface Answer {
  readonly status: number
  /** Whether the answer is the state of a page. */
  readonly isPage: boolean
  /** Whether that page has a main slot. */
  readonly hasMain: boolean
  /** Whether the document on the screen can show it: its language, its versions of remotes. */
  readonly fitsDocument: boolean
  /** Whether access sends the visitor elsewhere. */
  readonly hasRedirect: boolean
}

/** What is on the screen, and what happened before. */
export interface Before {
  /** Whether the page on the screen shows an entry. */
  readonly hasEntry: boolean
  /** Whether the document has been loaded for this missing path before. */
  readonly wasReloaded: boolean
}

/** Show it as a page, go where access sends the visitor, load the document, or say in place what became of it. */
export type NextStep = 'show' | 'redirect' | 'document' | 'outcome'

/**
 * What the browser does with an answer. A path that is not found, after a page with an entry, is left to the server once,
 * which may know better by now; a server that fails is never asked for the document too.
 * Source: specification 4, Access and routing.
 */
export function decideNavigation(answer: Answer, { hasEntry, wasReloaded }: Before): NextStep {
  if (answer.hasRedirect) return 'redirect'
  if (answer.status >= 500) return 'outcome'
  if (!answer.isPage || !answer.fitsDocument) return 'document'
  if (answer.hasMain) return 'show'
  return answer.status === 404 && (!hasEntry || wasReloaded) ? 'outcome' : 'document'
}

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
