import type { Lifecycles } from '../contract/index.ts'
import type { Mounted } from './mount-embed.ts'

/** Props that single-spa passes to a parcel, besides the options of the code that mounts it. */
interface ParcelProps {
  /** Missing after an update, unless the code that updates the parcel passes it again. */
  readonly domElement?: HTMLElement
  /** A function of each parcel's own. */
  readonly unmountSelf?: () => unknown
  readonly name?: string
  readonly mountParcel?: unknown
  readonly singleSpa?: unknown
}

/** A single-spa parcel of an embed, for the root of any framework: `mountRootParcel(parcel, { domElement, ...options })`. */
export function parcelOf<Options>(
  mount: (element: HTMLElement, options: Options) => Mounted<Options>,
): Lifecycles {
  const mounted = new WeakMap<object, Mounted<Options>>()
  return {
    bootstrap: async () => undefined,
    async mount(props) {
      const { key, domElement, options } = read<Options>(props)
      if (domElement) mounted.set(key, mount(domElement, options as Options))
    },
    async update(props) {
      const { key, options } = read<Options>(props)
      mounted.get(key)?.update(options)
    },
    async unmount(props) {
      const { key } = read<Options>(props)
      mounted.get(key)?.unmount()
      mounted.delete(key)
    },
  }
}

/** What identifies a parcel, its element, and the options among its props. */
function read<Options>(props: object) {
  const {
    domElement,
    unmountSelf,
    name: _,
    mountParcel: _m,
    singleSpa: _s,
    ...options
  } = props as ParcelProps
  return { key: unmountSelf ?? domElement ?? props, domElement, options: options as Partial<Options> }
}
