import type { Bus, PageSlot, ServedState, Store, StoreState } from '@tessera/shared/contract'
import { createBus, createStore, sessionEnded, signInFinished, withEpics } from '@tessera/shared/store'
import { accessPath } from '../http/paths.ts'
import { createMessages } from '../messages/load-messages.client.ts'
import { hostSlices } from '../state/host-slices.ts'
import { tellFailures } from './canaries/tell-failures.client.ts'
import { createDeferredState } from './deferred-state.client.ts'
import { createFederationHost, type FederationHost } from './federation-host.client.ts'
import type { PageCache } from './fetch-page.client.ts'
import type { PageHistory } from './history.client.ts'
import { mountInside, nextTask, slotElement, type Islands } from './islands.client.ts'
import { watchIsland } from './late-island.client.ts'
import { isOverride } from '../override/overridden.ts'
import { createNavigate, PAGE_DEADLINE_MS, type Navigate } from './navigate.client.ts'
import { createRemotes, tellQuarantined, type Remotes } from './remotes.client.ts'
import type { SessionFacts } from './session.client.ts'
import { createSlots, slotFailed } from './slots.client.ts'

type OverridePart = typeof import('./override/with-overrides.client.ts')

/** What the boot script hands over. */
export interface AppOptions {
  /** The inline state; of a page without islands only what the next navigation needs. */
  readonly state: ServedState
  readonly history: PageHistory
  readonly pages: PageCache
  readonly islands: Islands
  /** Ask for a page, as a click on a link does. */
  readonly go: (url: URL) => void
  /** Load a document: navigations that are under way no longer count. */
  readonly leave: (address: string) => void
  /** Of a document with the bar of an override: what shows its remote. No other loads that code. */
  readonly override?: OverridePart | null | undefined
}

/** The code behind the boot script: it is loaded when a slot is to be hydrated, or a link is followed. */
export interface App {
  /** Hydrate one slot of the page; whether it works now, or is no longer wanted. Never rejects. */
  readonly hydrate: (slotId: string, isRetry?: boolean) => Promise<boolean>
  /** Preload the code of the main slot's remote: the next page most likely needs it. */
  readonly prefetchCode: () => void
  readonly navigate: Navigate
  /** A navigation came to nothing: the state says again which page is on the screen. */
  readonly stay: () => void
  /** `pageKey` of the page on the screen. */
  readonly shown: () => string
  /** The state of the page on the screen. */
  readonly state: () => StoreState
  /** Somebody has signed in or out: into the state, and to whoever listens. */
  readonly dispatchSession: (facts: SessionFacts) => void
  /** The page is about to be replaced without the visitor's doing: remotes keep what was typed. */
  readonly interrupt: () => void
  readonly bus: Pick<Bus, 'on'>
}

/** Make everything that an interactive page needs, once: store, bus, remotes, slots, navigation. */
export function startApp(options: AppOptions, host: FederationHost = createFederationHost()): App {
  const bus = createBus()
  const store = createStore({
    parts: [{ owner: 'shell', slices: hostSlices }],
    epics: withEpics({ onError: ({ error }) => reportError(error) }),
  })
  store.adopt(options.state)
  const { override } = options
  const loaded = createRemotes(
    override ? override.withOverrides(host, bus) : host,
    (owner, { slices = [], epics = [], io }) => store.inject({ owner, slices, epics, io }),
  )
  const remotes: Remotes = {
    ...loaded,
    fits: (releases) =>
      (override ? override.fitsOverride(releases) : !Object.values(releases).some(isOverride)) &&
      loaded.fits(releases),
  }
  const messages = createMessages(options.state.page.catalogue)
  const slots = createSlots({ store, bus, fallbackText: messages.slotMissing })
  const deferred = createDeferredState({
    store,
    fetchPage: async () => {
      const { status, page } = await options.pages.take(
        options.history.shown(),
        AbortSignal.timeout(PAGE_DEADLINE_MS),
      )
      if (page?.page) tellQuarantined(store.getState().page, page.page, bus)
      return status < 500 ? page : null
    },
    fits: remotes.fits,
  })
  const page = () => store.getState().page
  const slotById = (id: string) => page().slots.find((slot) => slot.id === id)
  const mount = createMount({ store, bus, remotes, slots, deferred, messages, override })
  const { pages, islands, history } = options
  const watched = (slot: PageSlot) => watchIsland(slot, (isRetry) => mount(slot, isRetry))
  const parts = { store, bus, pages, remotes, islands, slots, history, mount: watched, hydrate: mount }
  const navigation = withWayBack(store, createNavigate(parts))
  listen(bus, options)
  tellFailures(bus, page)
  tellFirstPage(store, bus)
  return {
    hydrate: async (slotId, isRetry) => {
      const slot = slotById(slotId)
      return slot ? mount(slot, isRetry) : true
    },
    prefetchCode() {
      const main = slotById('main')
      if (main) remotes.load(main.remote, page().releases[main.remote]).catch(ignore)
    },
    ...navigation,
    shown: history.shown,
    state: store.getState,
    dispatchSession: (facts) => dispatchSession(facts, store, bus),
    interrupt: () => bus.emit('page.interrupted', {}),
    bus,
  }
}

/** Navigation whose first step, the path that is told before its page comes, can be taken back where none comes. */
function withWayBack(store: Store, navigate: Navigate): Pick<App, 'navigate' | 'stay'> {
  let before: Partial<StoreState> = {}
  return {
    async navigate(url, kind, from) {
      const shown = store.getState()
      const coming = navigate(url, kind, from)
      const told = store.getState()
      const changed = Object.entries(shown).filter(([key, value]) => told[key] !== value)
      before = { ...Object.fromEntries(changed), ...before }
      const result = await coming
      if (result.type === 'shown' || result.type === 'outcome') before = {}
      return result
    },
    stay() {
      store.adopt(before)
      before = {}
    },
  }
}

interface MountParts {
  readonly store: Store
  readonly bus: Bus
  readonly remotes: Remotes
  readonly slots: ReturnType<typeof createSlots>
  readonly deferred: () => Promise<void>
  readonly messages: ReturnType<typeof createMessages>
  readonly override: OverridePart | null | undefined
}

/**
 * Mount one slot once its code and its state are there, unless the visitor has gone on meanwhile; whether it has not failed.
 * Never rejects.
 */
function createMount({ store, bus, remotes, slots, deferred, messages, override }: MountParts) {
  const page = () => store.getState().page
  // Slots of the frame stay from page to page; what stands in the main region belongs to one page.
  const isOnPage = (slot: PageSlot) =>
    page().slots.some(
      (other) => other === slot || (slot.id !== 'main' && !slot.parent && other.id === slot.id),
    )
  const mount = async (slot: PageSlot, isRetry = false): Promise<boolean> => {
    if (isRetry) remotes.forgetFailure(slot.remote)
    try {
      const [remote] = await Promise.all([
        remotes.load(slot.remote, page().releases[slot.remote]),
        deferred(),
        messages.loaded,
      ])
      // Its code has just run: what takes over the server's markup is a task of its own.
      if (slotElement(slot.id)?.hasChildNodes()) await nextTask()
      const element = isOnPage(slot) ? slotElement(slot.id) : null
      if (element) {
        const show = () => slots.mount(slot, element, remote)
        await (override ? override.mountOverride({ slot, element, page, show, mount, mountInside }) : show())
      }
      return true
    } catch (thrown) {
      if (!isOnPage(slot)) return true
      slotFailed(slot, slotElement(slot.id), thrown, { bus, fallbackText: messages.slotMissing })
      return false
    }
  }
  return mount
}

/** What the shell does when a remote says something. */
function listen(bus: Bus, { go, leave }: AppOptions): void {
  // For developer tools, real-user monitoring and tests: what failed, mended differences between server and browser included.
  bus.on('remote.failed', (detail) => performance.mark('tessera-remote-failed', { detail }))
  bus.on('release.quarantined', (detail) => performance.mark('tessera-release-quarantined', { detail }))
  bus.on('route.requested', ({ path }) => go(new URL(path, location.href)))
  bus.on('access.refused', ({ status }) => {
    const here = `${location.pathname}${location.search}`
    bus.emit('page.interrupted', {})
    leave(accessPath(status === 401 ? 'sign-in' : 'access-denied', here, languagePrefix()))
  })
}

/** The first page is announced like every later one. */
function tellFirstPage(store: Store, bus: Bus): void {
  const { routing, page } = store.getState()
  const { currentPath: path, statusCode } = routing
  bus.emit('route.changed', { path, title: page.head.title, statusCode })
}

/** Somebody has signed in or out: into the state of the page, then to every remote that listens. */
export function dispatchSession(
  { user, credentials }: SessionFacts,
  store: Pick<Store, 'dispatch'>,
  bus: Pick<Bus, 'emit'>,
): void {
  store.dispatch(user && credentials ? signInFinished({ user, credentials }) : sessionEnded())
  bus.emit('session.changed', { isAuthenticated: user !== null })
}

/** What paths in the document's language begin with; empty for the site's first. */
function languagePrefix(): string {
  const home = document.querySelector<HTMLAnchorElement>('header .f-logo')?.pathname ?? '/'
  return home === '/' ? '' : home
}

/** A failed preload is reported when its code is needed. */
const ignore = (): void => undefined
