import type { Bus, HostState, PageSlot, StorePart } from '@tessera/shared/contract'
import { createBus, createStore, storePart, withEpics } from '@tessera/shared/store'
import { setBootstrapMaxTime, setMountMaxTime } from 'single-spa'
import { accessPath } from '../http/access-path.ts'
import { followPath, PAGE_DEADLINE_MS, type PageTree } from '../state/follow-path.epic.ts'
import { hostSlices } from '../state/host-slices.ts'
import type { Activation, BootContext } from './activation.ts'
import { createDeferredState } from './deferred-state.client.ts'
import { createFederationHost } from './federation-host.client.ts'
import { slotElement } from './islands.client.ts'
import { createMainRegion } from './main-region.client.ts'
import { createNavigation } from './navigation.client.ts'
import { createNestedSlots } from './nested-slots.client.ts'
import { createRemotes } from './remotes.client.ts'
import { showPage } from './show-page.epic.ts'
import { slotFailed } from './slot-mount.client.ts'
import { tellSession } from './tell-session.client.ts'

/** single-spa's deadlines; a slot that misses one is given up. */
const BOOTSTRAP_MS = 4_000
const MOUNT_MS = 3_000

/** Everything that a living page needs, once: store, bus, remotes, regions, navigation. */
export function activate(context: BootContext): Activation {
  setBootstrapMaxTime(BOOTSTRAP_MS, true, BOOTSTRAP_MS)
  setMountMaxTime(MOUNT_MS, true, MOUNT_MS)
  const bus = createBus()
  const store = createStore({
    parts: [{ owner: 'shell', slices: hostSlices }],
    preloadedState: context.state,
    epics: withEpics({ onError: ({ error }) => reportError(error) }),
  })
  const remotes = createRemotes(createFederationHost(), (owner, { slices, epics, io }) =>
    // What its calls are is the remote's own matter: epics and io come from one module.
    store.inject({ owner, slices: slices ?? [], epics: epics ?? [], io } as unknown as StorePart),
  )
  const page = () => (store.getState() as unknown as HostState).page
  const deferred = createDeferredState({
    store,
    fetchPage: async () => {
      const { status, page } = await context.pages.take(context.shown, AbortSignal.timeout(PAGE_DEADLINE_MS))
      return status < 500 ? page : null
    },
    fits: remotes.fits,
  })
  const main = createMainRegion({ store, bus })
  const nested = createNestedSlots({ store, bus })

  // Slots of the frame stay from page to page; what stands in the main region belongs to one page.
  const isOnPage = (slot: PageSlot) =>
    page().slots.some(
      (other) => other === slot || (slot.id !== 'main' && !slot.parent && other.id === slot.id),
    )
  const mount = async (slot: PageSlot): Promise<void> => {
    try {
      const [remote] = await Promise.all([
        remotes.load(slot.remote, page().releases[slot.remote]),
        deferred(),
      ])
      const element = isOnPage(slot) ? slotElement(slot.id) : null
      if (!element) return
      await (slot.id === 'main' ? main.show(slot, element, remote) : nested.mount(slot, element, remote))
    } catch (thrown) {
      if (isOnPage(slot)) slotFailed(slot, slotElement(slot.id), thrown, { store, bus })
    }
  }

  const navigation = createNavigation({ context, store, bus, remotes, main, nested, mount })
  store.inject(storePart({ owner: 'shell', epics: [followPath], io: navigation }))
  store.inject(storePart({ owner: 'shell-screen', epics: [showPage], io: navigation }))
  listen(bus, context)
  return {
    wake: async (slotId) => {
      const slot = page().slots.find(({ id }) => id === slotId)
      if (slot) await mount(slot)
    },
    prepare() {
      const main = page().slots.find(({ id }) => id === 'main')
      if (main) remotes.load(main.remote, page().releases[main.remote]).catch(ignore)
    },
    navigate: navigation.navigate,
    state: () => store.getState() as unknown as PageTree,
    sessionChanged: (facts) => tellSession(facts, store, bus),
    interrupt: () => bus.emit('page.interrupted', {}),
  }
}

/** What the shell does when a remote says something. */
function listen(bus: Bus, context: BootContext): void {
  // For developer tools, real-user monitoring and tests: what failed, mended differences between server and browser included.
  bus.on('remote.failed', (detail) => performance.mark('tessera-remote-failed', { detail }))
  bus.on('route.requested', ({ path }) => context.go(new URL(path, location.href)))
  bus.on('access.refused', ({ status }) => {
    const here = `${location.pathname}${location.search}`
    bus.emit('page.interrupted', {})
    context.leave(accessPath(status === 401 ? 'sign-in' : 'access-denied', here, languagePrefix()))
  })
}

/** What paths in the document's language begin with; empty for the site's first. */
function languagePrefix(): string {
  const home = document.querySelector<HTMLAnchorElement>('header .f-logo')?.pathname ?? '/'
  return home === '/' ? '' : home
}

/** What was fetched in advance and failed is said when it is needed. */
const ignore = (): void => undefined
