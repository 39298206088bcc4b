import type { Lifecycles } from '../contract/index.ts'
import type { Mounted } from './mount-embed.ts'

/** Props that single-spa passes to a parcel, besides the options of the code that mounts it. */
interface ParcelProps {
  readonly domElement: HTMLElement
}

/** A single-spa parcel of an embed, for the root of any framework: `mountRootParcel(parcel, { domElement, ...options })`. */
export function parcelOf<Options>(
  mount: (element: HTMLElement, options: Options) => Mounted<Options>,
): Lifecycles {
  const mounted = new WeakMap<HTMLElement, Mounted<Options>>()
  const at = (props: object) => (props as ParcelProps).domElement
  return {
    bootstrap: async () => undefined,
    mount: async (props) => void mounted.set(at(props), mount(at(props), props as Options)),
    update: async (props) => mounted.get(at(props))?.update(props as Partial<Options>),
    async unmount(props) {
      mounted.get(at(props))?.unmount()
      mounted.delete(at(props))
    },
  }
}
