import type { PageSlot, ServedState, Store } from '@tessera/shared/contract'
import type { HostBus } from '@tessera/shared/store'
import { readFocus, type FocusBefore, type NavigationKind, type Origin } from './focus-and-scroll.client.ts'
import type { PageCache } from './fetch-page.client.ts'
import type { PageHistory } from './history.client.ts'
import { contentSlots, isInPlace, isLive } from './decide-navigation.ts'
import type { Slots } from './slots.client.ts'
import { updateStyles } from './update-document.client.ts'

/** The parts of the page that change in place. */
export interface InPlaceParts {
  readonly store: Store
  readonly bus: HostBus
  readonly slots: Slots
  readonly history: PageHistory
  /** Hydrate a slot of the page on the screen, unless it is already; whether it works now. Never rejects. */
  readonly hydrate: (slot: PageSlot) => Promise<boolean>
}

/** A navigation, as the visitor began it. */
export interface Visit {
  readonly url: URL
  readonly kind: NavigationKind
  readonly origin: Origin
  /** What had the focus: on the way its control may go. */
  readonly focus: FocusBefore
}

/** What is to change in place has to be alive before: from the markup, and the state, that it came with. */
export async function hydrateInPlace(
  next: ServedState,
  { store, slots, hydrate }: Pick<InPlaceParts, 'store' | 'slots' | 'hydrate'>,
): Promise<void> {
  const shown = store.getState()
  if (!isInPlace(shown, next)) return
  const waiting = contentSlots(shown.page).filter((slot) => isLive(slot) && !slots.canUpdate(slot))
  await Promise.all(waiting.map(hydrate))
}

/** Whether the page on the screen becomes the next one by new state alone, now that its turn has come. */
export const staysInPlace = (
  next: ServedState,
  { kind }: Visit,
  { store, slots }: Pick<InPlaceParts, 'store' | 'slots'>,
): boolean =>
  kind !== 'refresh' &&
  isInPlace(store.getState(), next) &&
  contentSlots(next.page).every((slot) => !isLive(slot) || slots.canUpdate(slot))

/** Make the page on the screen the next one: nothing is taken off. What had the focus before, for whoever looks after it. */
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
 * Pages that the next one was added to, for a visitor who comes back to it after this document was loaded: in its state they are no
 * longer. One that cannot be had is left out.
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
