import { toAppError, type Bus, type PageSlot, type Store } from '@tessera/shared/contract'
import { messages } from '../messages.ts'

/** What every slot is mounted with. */
export interface SlotSurroundings {
  readonly store: Store
  readonly bus: Bus
}

/** The props of a slot, as shared/spa takes them. */
export const mountProps = ({ id, remote, view, props }: PageSlot, { store, bus }: SlotSurroundings) => ({
  slotId: id,
  remote,
  view,
  props,
  store,
  bus,
  fallbackText: fallbackText(),
})

/**
 * Where a slot's root goes: onto the server's markup if there is any, else into an element of its own, since React refuses a
 * root on an element whose HTML another root has set.
 */
export function mountPoint(element: HTMLElement): HTMLElement {
  // What the server wrote because it could not render the slot is not the slot's markup.
  if (element.firstElementChild?.matches('.f-missing, .f-outcome')) element.replaceChildren()
  return element.hasChildNodes() ? element : element.appendChild(document.createElement('div'))
}

/** A slot failed: what the server had sent stays, else one line says so; the bus hears of it. */
export function slotFailed(
  { id, remote }: PageSlot,
  element: HTMLElement | null,
  thrown: unknown,
  { bus }: SlotSurroundings,
): void {
  if (element && element.textContent === '' && !element.querySelector('img, input, svg, video, iframe')) {
    const line = document.createElement('p')
    line.className = 'f-missing'
    line.textContent = fallbackText()
    element.replaceChildren(line)
  }
  bus.emit('remote.failed', { remote, slotId: id, error: toAppError(thrown).toJSON() })
}

const fallbackText = (): string => messages(document.documentElement.lang).slotMissing
