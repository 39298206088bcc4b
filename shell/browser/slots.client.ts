import { toAppError, type Bus, type PageSlot, type Store } from '@tessera/shared/contract'
import { mountRootParcel, setBootstrapMaxTime, setMountMaxTime, type Parcel } from 'single-spa'
import { clientError } from './errors.ts'
import type { LoadedRemote } from './federation-host.client.ts'

/** single-spa's deadlines; a slot that misses one is given up. */
const BOOTSTRAP_MS = 4_000
const MOUNT_MS = 3_000

/** What every slot is mounted with. */
interface SlotContext {
  readonly store: Store
  readonly bus: Bus
  /** Said in the place of a slot that fails and has no markup; undefined where the words could not be had. */
  readonly fallbackText: () => string | undefined
}

/** The slots that are mounted: each is a single-spa parcel (docs/decisions/0026). */
export interface Slots {
  /** Hydrate the server's markup of a slot, or render into its empty element. @throws AppError client/mount-failed */
  readonly mount: (slot: PageSlot, element: HTMLElement, remote: LoadedRemote) => Promise<void>
  /** Take these slots off the page. Never rejects. */
  readonly unmount: (slotIds: readonly string[]) => Promise<void>
}

export function createSlots(context: SlotContext): Slots {
  setBootstrapMaxTime(BOOTSTRAP_MS, true, BOOTSTRAP_MS)
  setMountMaxTime(MOUNT_MS, true, MOUNT_MS)
  const parcels = new Map<string, Parcel>()
  return {
    async mount(slot, element, remote) {
      if (parcels.has(slot.id)) return
      const domElement = slot.id === 'main' ? element : mountPoint(element)
      const parcel = mountRootParcel(
        { name: slot.id, ...remote.lifecycles(domElement) },
        { domElement, ...mountProps(slot, remote, context) },
      )
      // mountPromise tells of every failure; the others would each report it again as unhandled.
      for (const other of [parcel.loadPromise, parcel.bootstrapPromise, parcel.unmountPromise])
        other.catch(ignore)
      parcels.set(slot.id, parcel)
      try {
        await parcel.mountPromise
      } catch (cause) {
        parcels.delete(slot.id)
        throw mountFailed(slot, cause)
      }
    },
    async unmount(slotIds) {
      await Promise.all(
        slotIds.map(async (id) => {
          const parcel = parcels.get(id)
          parcels.delete(id)
          // One that cannot be unmounted goes with the elements it stands in.
          await parcel?.unmount().catch(ignore)
        }),
      )
    },
  }
}

const mountFailed = ({ id, remote }: PageSlot, cause: unknown) =>
  clientError('client/mount-failed', {
    message: `The slot "${id}" could not be mounted: ${toAppError(cause).message}`,
    cause,
    details: { slot: id, remote },
  })

/** The props of a slot, as shared/spa takes them. */
const mountProps = (
  { id, remote, view, props }: PageSlot,
  { messages }: LoadedRemote,
  { store, bus, fallbackText }: SlotContext,
) => ({
  slotId: id,
  remote,
  view,
  props,
  store,
  bus,
  messages,
  fallbackText: fallbackText(),
})

/**
 * Where the root of a slot inside another, or of the frame, goes: onto the server's markup if there is any, else into an
 * element of its own, since React refuses a root on an element whose HTML another root has set.
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
  { bus, fallbackText }: Pick<SlotContext, 'bus' | 'fallbackText'>,
): void {
  if (element && element.textContent === '' && !element.querySelector('img, input, svg, video, iframe')) {
    const line = document.createElement('p')
    line.className = 'f-missing'
    line.textContent = fallbackText() ?? ''
    element.replaceChildren(line)
  }
  bus.emit('remote.failed', { remote, slotId: id, error: toAppError(thrown).toJSON() })
}

const ignore = (): void => undefined
