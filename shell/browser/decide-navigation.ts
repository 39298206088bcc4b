import type { PageSlot, PageState, ServedState } from '@tessera/shared/contract'

/** The response for a path that the browser navigates to. */
export interface Answer {
  readonly status: number
  /** Whether the answer is the state of a page. */
  readonly isPage: boolean
  /** Whether that page has a main slot. */
  readonly hasMain: boolean
  /** Whether the current document can show that page: same language, same versions of remotes. */
  readonly fitsDocument: boolean
  /** Whether the response redirects a visitor without access. */
  readonly hasRedirect: boolean
}

/** The page on the screen, and earlier navigations. */
export interface PreviousPage {
  /** Whether the page on the screen shows an entry. */
  readonly hasEntry: boolean
  /** Whether the document has been loaded for this missing path before. */
  readonly wasReloaded: boolean
}

/** Show the page, follow the redirect of a refused access, load the document, or show an error or not-found page in place. */
export type NextStep = 'show' | 'redirect' | 'document' | 'outcome'

/**
 * What the browser does with a response. For a path that is not found, after a page with an entry, the document is loaded once,
 * since the server may have the page by then; after a server error the document is not requested too. A page with an error status that
 * has a main slot says itself what failed, as a search does; where an error page replaces it, the server sends no main slot.
 * Source: specification 4, Access and routing.
 */
export function decideNavigation(answer: Answer, { hasEntry, wasReloaded }: PreviousPage): NextStep {
  if (answer.hasRedirect) return 'redirect'
  if (answer.status >= 500) return answer.hasMain && answer.fitsDocument ? 'show' : 'outcome'
  if (!answer.isPage || !answer.fitsDocument) return 'document'
  if (answer.hasMain) return 'show'
  return answer.status === 404 && (!hasEntry || wasReloaded) ? 'outcome' : 'document'
}

/** The parts of a page that decide whether it can be changed to another page in place. */
export interface PageComposition {
  readonly routing: Pick<ServedState['routing'], 'currentPath' | 'entryID'>
  readonly page: Pick<PageState, 'slots' | 'releases'>
}

/** The slots of a page that are its own: the main one and nested ones; the frame's stay on every page. */
export const contentSlots = ({ slots }: Pick<PageState, 'slots'>): readonly PageSlot[] =>
  slots.filter(({ id, parent }) => id === 'main' || parent !== undefined)

/** Whether the browser runs the code of a slot. */
export const isLive = ({ hydrate }: Pick<PageSlot, 'hydrate'>): boolean => hydrate !== 'never'

/**
 * Whether the next page can be shown by giving the slots on the screen new state: the same slots, with the same views of the
 * same releases. A main slot without code in the browser cannot change. It may stay if the next page shows the same entry at the
 * same path, and live slots inside it show the difference, such as another page of a listing.
 */
export function isInPlace(shown: PageComposition, next: PageComposition): boolean {
  const [before, after] = [contentSlots(shown.page), contentSlots(next.page)]
  const main = after.find(({ id }) => id === 'main')
  if (!main || before.length !== after.length) return false
  const staysOnPage = (slot: PageSlot) => before.some((other) => isSameSlot(other, slot))
  const hasSameRelease = ({ remote }: PageSlot) =>
    shown.page.releases[remote]?.version === next.page.releases[remote]?.version
  if (
    !after.every(staysOnPage) ||
    !after.filter((slot) => slot === main || isLive(slot)).every(hasSameRelease)
  )
    return false
  return isLive(main) || (after.some(isLive) && isSameEntry(shown, next))
}

/** The props of a live slot may differ, since it gets the new ones. */
const isSameSlot = (one: PageSlot, other: PageSlot): boolean =>
  one.id === other.id &&
  one.remote === other.remote &&
  one.view === other.view &&
  one.hydrate === other.hydrate &&
  one.parent === other.parent &&
  (isLive(one) || JSON.stringify(one.props) === JSON.stringify(other.props))

const isSameEntry = ({ routing: one }: PageComposition, { routing: other }: PageComposition): boolean =>
  Boolean(one.entryID) && one.entryID === other.entryID && one.currentPath === other.currentPath
