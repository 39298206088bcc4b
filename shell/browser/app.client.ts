import type { Bus, PageSlot, ServedState, Store, StoreState } from '@tessera/shared/contract'
import { createBus, createStore, sessionEnded, signInFinished, withEpics } from '@tessera/shared/store'
import { accessPath } from '../http/paths.ts'
import { createMessages } from '../messages/load-messages.client.ts'
import { hashChanged, hostSlices } from '../state/host-slices.ts'
import { reportFailures } from './canaries/report-failures.client.ts'
import { createDeferredState } from './deferred-state.client.ts'
import { createFederationHost, type FederationHost } from './federation-host.client.ts'
import type { PageCache } from './fetch-page.client.ts'
import type { PageHistory } from './history.client.ts'
import { mountInside, nextTask, slotElement, type Islands } from './islands.client.ts'
import { watchIsland } from './late-island.client.ts'
import { isOverride } from '../override/overridden.ts'
import { pageKey } from './link-target.ts'
import { createNavigate, PAGE_DEADLINE_MS, type Navigate } from './navigate.client.ts'
import { createRemotes, emitQuarantined, type Remotes } from './remotes.client.ts'
import type { SessionFacts } from './session.client.ts'
import { createSlots, slotFailed } from './slots.client.ts'
import { updateTitle } from './update-document.client.ts'

type OverridePart = typeof import('./override/with-overrides.client.ts')

/** The options that the boot script passes. */
export interface AppOptions {
  /** The inline state; on a page without islands only the part that the next navigation needs. */
  readonly state: ServedState
  readonly history: PageHistory
  readonly pages: PageCache
  readonly islands: Islands
  /** Navigate to a page, as a click on a link does. */
  readonly go: (url: URL) => void
  /** Load a document; navigations in progress are ignored from then on. */
  readonly leave: (address: string) => void
  /** The code that shows an overridden remote; only documents with the bar of an override load it. */
  readonly override?: OverridePart | null | undefined
}

/** The main code of the browser: it is loaded when a slot is to be hydrated, or a link is followed. */
export interface App {
  /** Hydrate one slot of the page; true when it works now, or is no longer on the page. Never rejects. */
  readonly hydrate: (slotId: string, isRetry?: boolean) => Promise<boolean>
  /** Preload the code of the main slot's remote: the next page most likely needs it. */
  readonly prefetchCode: () => void
  readonly navigate: Navigate
  /** To be called when no page will arrive: aborts the navigation, and restores the state of the page on the screen. */
  readonly stay: () => void
  /** `pageKey` of the page on the screen. */
  readonly shown: () => string
  /** The state of the page on the screen. */
  readonly state: () => StoreState
  /** Put a changed session into the state, and emit `session.changed`. */
  readonly dispatchSession: (facts: SessionFacts) => void
  /** The page is about to be replaced without the visitor's action: remotes store typed text. */
  readonly interrupt: () => void
  readonly bus: Pick<Bus, 'on'>
}

/** Create, once, the parts of an interactive page: store, bus, remotes, slots, navigation. */
export function startApp(options: AppOptions, host: FederationHost = createFederationHost()): App {
  const bus = createBus()
  const store = createAppStore(options.history)
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
        true,
      )
      if (page?.page) emitQuarantined(store.getState().page, page.page, bus)
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
  const navigation = withRollback(store, createNavigate(parts))
  listen(bus, options)
  reportFailures(bus, page)
  // The title of a document says what became of a form that was posted without script. Here the visitor goes on with it.
  for (const event of ['form.page-changed', 'form.submitted'] as const)
    bus.on(event, () => updateTitle(page().head.title))
  emitFirstPage(store, bus)
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

/** The store of the app: its location has the hash of the address. Served state stays without it: the markup was made without it. */
function createAppStore(history: PageHistory): Store {
  const store = createStore({
    parts: [{ owner: 'shell', slices: hostSlices }],
    epics: withEpics({ onError: ({ error }) => reportError(error) }),
  })
  const follow = () => {
    // When the visitor goes back, the address changes before the page.
    if (pageKey(location) === history.shown()) store.dispatch(hashChanged(location.hash))
  }
  addEventListener('hashchange', follow)
  const adopt: Store['adopt'] = (state) => {
    store.adopt(state)
    if (state.routing) follow()
  }
  return { ...store, adopt }
}

/** Navigation whose first step, the next path in the state, can be reverted when no page arrives. */
function withRollback(
  store: Store,
  { navigate, cancel }: ReturnType<typeof createNavigate>,
): Pick<App, 'navigate' | 'stay'> {
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
      cancel()
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
 * Mount one slot once its code and its state are loaded, unless the visitor has left the page meanwhile; false when it failed.
 * Never rejects.
 */
function createMount({ store, bus, remotes, slots, deferred, messages, override }: MountParts) {
  const page = () => store.getState().page
  // Slots of the frame stay from page to page; slots in the main region belong to one page.
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
      // The code has just run: hydration of the server's markup is a separate task.
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

/** The shell's listeners for events of remotes. */
function listen(bus: Bus, { go, leave }: AppOptions): void {
  // For developer tools, real-user monitoring and tests: all failures, hydration mismatches that React recovered from included.
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
function emitFirstPage(store: Store, bus: Bus): void {
  const { routing, page } = store.getState()
  const { currentPath: path, statusCode } = routing
  bus.emit('route.changed', { path, title: page.head.title, statusCode })
}

/** Put a changed session into the state of the page, then emit `session.changed`. */
export function dispatchSession(
  { user, credentials }: SessionFacts,
  store: Pick<Store, 'dispatch'>,
  bus: Pick<Bus, 'emit'>,
): void {
  store.dispatch(user && credentials ? signInFinished({ user, credentials }) : sessionEnded())
  bus.emit('session.changed', { isAuthenticated: user !== null })
}

/** The prefix of paths in the document's language; empty for the site's primary one. */
function languagePrefix(): string {
  const home = document.querySelector<HTMLAnchorElement>('header .f-logo')?.pathname ?? '/'
  return home === '/' ? '' : home
}

/** A failed preload is only reported when its code is needed. */
const ignore = (): void => undefined
