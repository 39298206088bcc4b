import type { Lifecycles } from '../contract/index.ts'
import type { Mounted } from './mount-embed.ts'

/** Props that single-spa passes to a parcel, besides the options of the code that mounts it. Among options, functions are ignored. */
interface ParcelProps {
  /** Missing after an update, unless the code that updates the parcel passes it again. */
  readonly domElement?: HTMLElement
  /** A function of each parcel's own. */
  readonly unmountSelf?: () => unknown
}

/** A single-spa parcel of an embed, for the root of any framework: `mountRootParcel(parcel, { domElement, ...options })`. */
export function parcelOf<Options>(
  mount: (element: HTMLElement, options: Options) => Mounted<Options>,
): Lifecycles {
  const mounted = new WeakMap<object, Mounted<Options>>()
  const keyOf = ({ unmountSelf, domElement }: ParcelProps) => (unmountSelf ?? domElement) as object
  const optionsOf = ({ domElement: _, ...options }: ParcelProps) => options as Options
  return {
    bootstrap: async () => undefined,
    mount: async (props: ParcelProps) =>
      void mounted.set(keyOf(props), mount(props.domElement as HTMLElement, optionsOf(props))),
    update: async (props) => mounted.get(keyOf(props))?.update(optionsOf(props) as Partial<Options>),
    async unmount(props) {
      mounted.get(keyOf(props))?.unmount()
      mounted.delete(keyOf(props))
    },
  }
}
