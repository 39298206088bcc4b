import type { BrowserRemote, PageSlot } from '@tessera/shared/contract'
import { mountRootParcel, type Parcel } from 'single-spa'
import { mountPoint, mountProps, type SlotSurroundings } from './slot-mount.client.ts'

/** Slots of the frame and slots inside others: each a single-spa parcel. */
export interface NestedSlots {
  /** @throws what the remote's lifecycles throw, or single-spa's word about a deadline */
  readonly mount: (slot: PageSlot, element: HTMLElement, remote: BrowserRemote) => Promise<void>
  /** Take these slots off the page. Never rejects. */
  readonly unmount: (slotIds: readonly string[]) => Promise<void>
}

export function createNestedSlots(surroundings: SlotSurroundings): NestedSlots {
  const parcels = new Map<string, Parcel>()
  return {
    async mount(slot, element, remote) {
      if (parcels.has(slot.id)) return
      const domElement = mountPoint(element)
      const parcel = mountRootParcel(
        { name: slot.id, ...remote.lifecycles(domElement) },
        { domElement, ...mountProps(slot, surroundings) },
      )
      // mountPromise tells of every failure; the others would each report it again as unhandled.
      for (const other of [parcel.loadPromise, parcel.bootstrapPromise, parcel.unmountPromise])
        other.catch(ignore)
      parcels.set(slot.id, parcel)
      try {
        await parcel.mountPromise
      } catch (thrown) {
        parcels.delete(slot.id)
        throw thrown
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

const ignore = (): void => undefined
