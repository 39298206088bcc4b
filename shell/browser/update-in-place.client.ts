import type { PageSlot, ServedState, Store } from '@tessera/shared/contract'
import type { HostBus } from '@tessera/shared/store'
import { readFocus, type FocusBefore, type NavigationKind, type Origin } from './focus-and-scroll.client.ts'
import type { PageCache } from './fetch-page.client.ts'
import type { PageHistory } from './history.client.ts'
import { contentSlots, isInPlace, isLive } from './decide-navigation.ts'
import type { Slots } from './slots.client.ts'
import { updateStyles } from './update-document.client.ts'

/** The dependencies of changes in place. */
export interface InPlaceParts {
  readonly store: Store
  readonly bus: HostBus
  readonly slots: Slots
  readonly history: PageHistory
  /** Hydrate a slot of the page on the screen, unless it is hydrated already; true when it works now. Never rejects. */
  readonly hydrate: (slot: PageSlot) => Promise<boolean>
}

/** A navigation, with the facts from its start. */
export interface Visit {
  readonly url: URL
  readonly kind: NavigationKind
  readonly origin: Origin
  /** The focused element at the start: it may be removed during the navigation. */
  readonly focus: FocusBefore
}

/** Slots that change in place have to be hydrated first, from their own markup and the state of their page. */
export async function hydrateInPlace(
  next: ServedState,
  { store, slots, hydrate }: Pick<InPlaceParts, 'store' | 'slots' | 'hydrate'>,
): Promise<void> {
  const shown = store.getState()
  if (!isInPlace(shown, next)) return
  const waiting = contentSlots(shown.page).filter((slot) => isLive(slot) && !slots.canUpdate(slot))
  await Promise.all(waiting.map(hydrate))
}

/** Whether the page on the screen can become the next one by new state only; checked when earlier navigations are finished. */
export const canUpdateInPlace = (
  next: ServedState,
  { kind }: Visit,
  { store, slots }: Pick<InPlaceParts, 'store' | 'slots'>,
): boolean =>
  kind !== 'refresh' &&
  isInPlace(store.getState(), next) &&
  contentSlots(next.page).every((slot) => !isLive(slot) || slots.canUpdate(slot))

/** Change the page on the screen to the next one without unmounting slots. Gives the focused element before the change. */
export async function updateInPlace(
  next: ServedState,
  { url, kind, focus, origin }: Visit,
  { store, bus, history, slots }: InPlaceParts,
): Promise<FocusBefore> {
  const before = readFocus(focus)
  history.leave(before.name)
  bus.retract('route.changed')
  history.enter(url, kind, origin.joins)
  store.adopt(next)
  updateStyles(next.page)
  await slots.update(contentSlots(next.page))
  return before
}

/**
 * The earlier pages of a list that the next page was added to (`data-joins`), for a visitor who goes back in a newer document, whose
 * state does not contain them. A page that cannot be fetched is left out.
 */
export async function fetchJoined(
  kind: NavigationKind,
  signal: AbortSignal,
  { history, pages }: Pick<InPlaceParts, 'history'> & { readonly pages: Pick<PageCache, 'take'> },
): Promise<readonly ServedState[]> {
  if (kind !== 'pop' && kind !== 'refresh') return []
  const answers = await Promise.all(history.joined().map((key) => pages.take(key, signal).catch(() => null)))
  return answers.flatMap((answer) => (answer?.status === 200 && answer.page ? [answer.page] : []))
}
