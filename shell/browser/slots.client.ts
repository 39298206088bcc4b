import { toAppError, type Bus, type PageSlot, type Store } from '@tessera/shared/contract'
import {
  mountRootParcel,
  setBootstrapMaxTime,
  setMountMaxTime,
  type Parcel,
  type ParcelConfig,
} from 'single-spa'
import { clientError } from './errors.ts'
import type { LoadedRemote } from './federation-host.client.ts'
import { nextTask } from './islands.client.ts'

/** single-spa's deadlines; a slot that misses one has failed. */
const BOOTSTRAP_MS = 4_000
const MOUNT_MS = 3_000
/** A slot that takes longer to unmount needs a full load, since it would block every later page. */
const UNMOUNT_MS = 2_000
/** How long a slot may take to render new props before the navigation continues without it. */
const UPDATE_MS = 1_000

/** The objects that every slot is mounted with. */
interface SlotContext {
  readonly store: Store
  readonly bus: Bus
  /** Shown in place of a slot that fails and has no markup; undefined when the messages could not be loaded. */
  readonly fallbackText: () => string | undefined
}

/** The slots that are mounted: each is a single-spa parcel (docs/decisions/0026). */
export interface Slots {
  /** Hydrate the server's markup of a slot, or render into its empty element. @throws AppError client/mount-failed */
  readonly mount: (slot: PageSlot, element: HTMLElement, remote: LoadedRemote) => Promise<void>
  /** Whether a slot is mounted and rendered, has not failed, and can take these props. */
  readonly canUpdate: (slot: PageSlot) => boolean
  /** Give mounted slots their new props; resolves when they, and changes of the state, are rendered. Never rejects. */
  readonly update: (slots: readonly PageSlot[]) => Promise<void>
  /** Unmount these slots. @throws AppError client/unmount-late when one does not unmount: only a full load helps then */
  readonly unmount: (slotIds: readonly string[]) => Promise<void>
}

/** A slot on the page; `leaving` is set while it is being unmounted. */
interface MountedSlot {
  readonly parcel: Parcel
  /** Whether it is rendered: until then its markup is being hydrated from the state of its page. */
  isRendered: boolean
  props: PageSlot['props']
  leaving?: Promise<unknown>
  /** Set when its component has thrown: it shows the server's markup or a message, so new props and state change nothing. */
  hasFailed?: true
}

export function createSlots(context: SlotContext, unmountMs = UNMOUNT_MS): Slots {
  setBootstrapMaxTime(BOOTSTRAP_MS, true, BOOTSTRAP_MS)
  setMountMaxTime(MOUNT_MS, true, MOUNT_MS)
  const page = createPageParcel()
  const mounted = new Map<string, MountedSlot>()
  context.bus.on('remote.failed', ({ slotId, error }) => {
    const slot = mounted.get(slotId ?? '')
    if (slot && error.code === 'spa/render-failed') slot.hasFailed = true
  })
  const unmountSlot = async (id: string): Promise<void> => {
    const slot = mounted.get(id)
    if (!slot) return
    // A slot whose unmounting fails is removed together with its element.
    slot.leaving ??= slot.parcel.unmount().catch(ignore)
    await withTimeout(slot.leaving, unmountMs, () => unmountLate(id))
    if (mounted.get(id) === slot) mounted.delete(id)
  }
  return {
    async mount(slot, element, remote) {
      const { mountParcel } = await page
      const known = mounted.get(slot.id)
      // The first caller of `mount` reports a failure.
      if (known) return void (await known.parcel.mountPromise.catch(ignore))
      const domElement = slot.id === 'main' ? element : mountPoint(element)
      const parcel = mountParcel({ name: slot.id, ...remote.lifecycles(domElement) } as ParcelConfig, {
        domElement,
        ...mountProps(slot, remote, context),
      })
      // mountPromise rejects for every failure; the other promises would each report it again as unhandled.
      for (const other of [parcel.loadPromise, parcel.bootstrapPromise, parcel.unmountPromise])
        other.catch(ignore)
      const own: MountedSlot = { parcel, isRendered: false, props: slot.props }
      mounted.set(slot.id, own)
      try {
        await parcel.mountPromise
        own.isRendered = true
      } catch (cause) {
        mounted.delete(slot.id)
        throw mountFailed(slot, cause)
      }
    },
    canUpdate: (slot) => canUpdate(mounted.get(slot.id), slot),
    async update(slots) {
      const changes = slots.map(async (slot) => {
        const known = mounted.get(slot.id)
        if (!known || !hasChanged(known, slot)) return
        known.props = slot.props
        // A slot that takes too long is not waited for.
        await withTimeout(Promise.resolve(known.parcel.update?.({ props: slot.props })), UPDATE_MS, () =>
          clientError('client/mount-failed'),
        )
      })
      await Promise.allSettled(changes)
      // React renders changes of the store in a microtask of its own.
      await nextTask()
    },
    unmount: async (slotIds) => void (await Promise.all(slotIds.map(unmountSlot))),
  }
}

const canUpdate = (known: MountedSlot | undefined, slot: PageSlot): boolean =>
  known?.isRendered === true &&
  !known.leaving &&
  !known.hasFailed &&
  (known.parcel.update !== undefined || !hasChanged(known, slot))

const hasChanged = ({ props }: MountedSlot, slot: PageSlot): boolean =>
  JSON.stringify(props) !== JSON.stringify(slot.props)

/** The prop that single-spa adds to a parcel's own props. */
interface WithMountParcel {
  readonly mountParcel: typeof mountRootParcel
}

/**
 * The parent parcel of all slots. single-spa releases an unmounted parcel only when it has a parent: as root parcels the
 * slots of every page ever shown would stay in memory, with their elements.
 */
function createPageParcel(): Promise<WithMountParcel> {
  return new Promise((resolve) => {
    const nothing = () => Promise.resolve()
    const bootstrap = (props: WithMountParcel) => Promise.resolve(resolve(props))
    const config = { name: 'page', bootstrap, mount: nothing, unmount: nothing } as unknown as ParcelConfig
    mountRootParcel(config, { domElement: document.body })
  })
}

/** The result of work, unless it takes too long. */
async function withTimeout<T>(work: Promise<T>, ms: number, late: () => Error): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const over = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(late()), ms)
  })
  return Promise.race([work, over]).finally(() => clearTimeout(timer))
}

const unmountLate = (slot: string): Error => clientError('client/unmount-late', { details: { slot } })

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
  bus: reportingBus(bus, remote, id),
  messages,
  fallbackText: fallbackText(),
  isStateLater: store.getState().page.deferredKeys !== undefined,
})

/** The bus for one slot: when a listener of the slot throws, `remote.failed` is emitted for its remote. */
function reportingBus(bus: Bus, remote: PageSlot['remote'], slotId: string): Bus {
  return {
    emit: bus.emit,
    on: (name, listener) =>
      bus.on(name, (payload) => {
        try {
          listener(payload)
        } catch (thrown) {
          const { message } = toAppError(thrown)
          const error = clientError('client/listener-failed', {
            message: `${name}: ${message}`,
            cause: thrown,
          })
          // A listener for failures that throws must not cause another event, which it would receive again.
          if (name === 'remote.failed') throw error
          bus.emit('remote.failed', { remote, slotId, error: error.toJSON() })
        }
      }),
  }
}

/**
 * The element for the React root of a nested slot, or of a slot of the frame: the server's markup if there is any, else a new
 * element, since React refuses a root on an element whose HTML another root has set.
 */
export function mountPoint(element: HTMLElement): HTMLElement {
  // The server's fallback for a failed slot is not the slot's markup.
  if (element.firstElementChild?.matches('.f-missing, .f-outcome')) element.replaceChildren()
  return element.hasChildNodes() ? element : element.appendChild(document.createElement('div'))
}

/** Handle a failed slot: the server's markup stays, or else a heading says that it failed; `remote.failed` is emitted. */
export function slotFailed(
  { id, remote, hydrate }: PageSlot,
  element: HTMLElement | null,
  thrown: unknown,
  { bus, fallbackText }: Pick<SlotContext, 'bus' | 'fallbackText'>,
): void {
  // A `touch` slot gets no fallback: the form around it works without it.
  if (
    hydrate !== 'touch' &&
    element &&
    element.textContent === '' &&
    !element.querySelector('img, input, svg, video, iframe')
  ) {
    const hadFocus = element.contains(document.activeElement)
    const fallback = document.createElement('div')
    fallback.className = 'f-missing'
    fallback.role = 'alert'
    const heading = fallback.appendChild(document.createElement('h2'))
    heading.tabIndex = -1
    heading.textContent = fallbackText() ?? ''
    element.replaceChildren(fallback)
    if (hadFocus) heading.focus({ preventScroll: true })
  }
  bus.emit('remote.failed', { remote, slotId: id, error: toAppError(thrown).toJSON() })
}

const ignore = (): void => undefined
