import type { BrowserRemote, Lifecycles, PageSlot } from '@tessera/shared/contract'
import {
  addErrorHandler,
  getAppStatus,
  getMountedApps,
  registerApplication,
  SKIP_BECAUSE_BROKEN,
  start,
  triggerAppChange,
  unregisterApplication,
} from 'single-spa'
import { clientError } from './errors.ts'
import { mountProps, type SlotSurroundings } from './slot-mount.client.ts'

/** The main region: one single-spa application for each remote that can fill it, one of them active. */
export interface MainRegion {
  /** Hydrate the server's markup of the main slot, or render into the empty region. @throws AppError client/mount-failed */
  readonly show: (slot: PageSlot, element: HTMLElement, remote: BrowserRemote) => Promise<void>
  /** Take the page off the region. It is empty afterwards. */
  readonly clear: (element: HTMLElement) => Promise<void>
}

interface Current {
  readonly slot: PageSlot
  readonly element: HTMLElement
  readonly remote: BrowserRemote
}

export function createMainRegion(surroundings: SlotSurroundings): MainRegion {
  const registered = new Set<string>()
  let current: Current | null = null
  let lastError: unknown = null
  addErrorHandler((error) => (lastError = error))
  start({ urlRerouteOnly: true })

  const register = (name: string) => {
    registered.add(name)
    registerApplication({
      name,
      app: () => Promise.resolve(application(() => current)),
      // Which remote is active is the page's to say, not the address's: the two change at different moments.
      activeWhen: () => current?.slot.remote === name,
      customProps: () => (current ? mountProps(current.slot, surroundings) : {}),
    })
  }
  return {
    async show(slot, element, remote) {
      current = { slot, element, remote }
      lastError = null
      if (!registered.has(slot.remote)) register(slot.remote)
      await triggerAppChange()
      if (getMountedApps().includes(slot.remote)) return
      current = null
      if (getAppStatus(slot.remote) === SKIP_BECAUSE_BROKEN) {
        // single-spa never tries a broken application again: register it anew when it is next asked for.
        registered.delete(slot.remote)
        await unregisterApplication(slot.remote)
      }
      throw clientError('client/mount-failed', {
        cause: lastError,
        details: { slot: slot.id, remote: slot.remote },
      })
    },
    async clear(element) {
      current = null
      await triggerAppChange()
      element.replaceChildren()
      delete element.dataset.hydrated
    },
  }
}

/** The lifecycles of whatever fills the region at that moment: a new set for each mount. */
function application(current: () => Current | null): Lifecycles {
  let mounted: Lifecycles | null = null
  return {
    bootstrap: () => Promise.resolve(),
    async mount(props) {
      const page = current()
      if (!page) return
      mounted = page.remote.lifecycles(page.element)
      await mounted.bootstrap(props)
      await mounted.mount(props)
    },
    async unmount(props) {
      await mounted?.unmount(props)
      mounted = null
    },
  }
}
