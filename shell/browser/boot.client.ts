import type { PagePreview, PageSlot, ServedState } from '@tessera/shared/contract'
import type { App } from './app.client.ts'
import {
  createOffline,
  isSlowConnection,
  isWithinVisit,
  wantsLessData,
  type Offline,
} from './connection.client.ts'
import { createPageCache, fetchPage, fetchState } from './fetch-page.client.ts'
import { createProgress, followLinks, isPlainClick, watchIntent } from './follow-links.client.ts'
import type { NavigationKind } from './focus-and-scroll.client.ts'
import { closeMenusOutside } from './header-menus.client.ts'
import { createPageHistory, restorePage } from './history.client.ts'
import { createIslands, nextTask, whenIdle } from './islands.client.ts'
import { hideLoaderNote, reloadWhenOutdated, watchIsland } from './late-island.client.ts'
import { linkTarget, pageKey, pageTarget } from './link-target.ts'
import type { NavigationResult } from './navigate.client.ts'
import { createPageSession } from './session.client.ts'

/**
 * The entry point: hydrates islands and follows links. All larger code, above all React, is loaded on demand; when it fails to
 * load, the page stays as the server rendered it, and links load documents.
 */
function boot(): void {
  hideLoaderNote()
  closeMenusOutside(document)
  handlePageEnd()
  const state = readInlineState()
  if (state) start(state)
  else if (document.getElementById('boot')?.dataset['state'] === 'fetch')
    void fetchState(pageKey(here())).then((own) => own && start(own))
}

function start(state: ServedState): void {
  const history = createPageHistory({ view: window, firstPage: pageKey(here()) })
  const offline = createOffline(document)
  const pages = createPageCache((...asked) => fetchPage(...asked).then(offline.markReachable))
  // Without its code a slot stays as the server rendered it: readable, with working links, and a note beside it if it needs its code.
  const hydrate = async ({ id }: PageSlot, isRetry = false) => (await app.get()).hydrate(id, isRetry)
  const islands = createIslands((slot) => {
    if (slot.hydrate !== 'touch') void watchIsland(slot, (isRetry) => hydrate(slot, isRetry))
    // A failure is ignored: the form around a `touch` slot works without it.
    else if (!wantsLessData(document)) hydrate(slot).catch(ignore)
  })
  const app = lazy(async () => {
    // Loaded in parallel with the app, since every remote needs it, and on a slow connection nothing takes longer. Not in
    // development: React must not load before the code for hot reloading, which the first remote brings.
    // Both imports of the file have the same chunk name, so that there is one chunk.
    if (process.env.NODE_ENV === 'production')
      import(/* webpackChunkName: "singletons" */ './singletons.client.ts').catch(ignore)
    const [{ startApp }, override] = await Promise.all([import('./app.client.ts'), loadOverride()])
    await nextTask()
    const started = startApp({ state, history, pages, islands, go: links.go, leave: links.leave, override })
    session.follow(started)
    analytics?.then(({ follow }) => follow(started.bus), ignore)
    await nextTask() // what comes next begins to load a remote
    return started
  })
  const analytics = loadAnalytics()
  const links = createLinks(app, () => session.leave(), offline)
  const session = createPageSession({ state, pages, settled: links.settled })
  const prefetchCode = () => void app.get().then((started) => started.prefetchCode(), ignore)

  reloadWhenOutdated(() => app.loaded()?.interrupt())
  islands.schedule(state.page.slots)
  if (state.page.preview)
    startFramePreview(() => (app.loaded()?.state() ?? state).page.preview, links.refresh)
  // On a slow connection the code is loaded after this page, for the next one.
  if (isSlow() && isWithinVisit(document) && !wantsLessData(document)) whenIdle(prefetchCode)

  const language = document.documentElement.lang
  const { navigate: go } = links
  const stay = () => {
    links.stay()
    history.moveWithin()
  }
  followLinks({ go, here, language, shown: history.shown, leave: session.leave, stay, offline })
  void restorePage(history, links.refresh)
  watchIntent(document, (link) => {
    const url = linkTarget(link, here(), language)
    if (!url || pageKey(url) === history.shown() || isDocumentFaster(app)) return
    pages.prefetch(pageKey(url))
    prefetchCode()
  })
}

const here = () => new URL(location.href)
const isSlow = () => isSlowConnection(document)
const isDocumentFaster = (app: Lazy<App>) => isSlow() && !app.loaded()

/** Navigation from page to page; `onLeave` is called when the document is left. */
function createLinks(app: Lazy<App>, onLeave: () => void, offline: Offline) {
  const startProgress = createProgress(document)
  let settled: Promise<unknown> = Promise.resolve()
  let newest = 0
  /** The page that is loading for the current history entry; null while none is, or one that will add an entry. */
  let coming: string | null = null

  const leave = (address: string) => {
    onLeave()
    location.assign(address)
  }
  const run = async (url: URL, kind: NavigationKind, from?: Element | null): Promise<boolean> => {
    const own = ++newest
    coming = kind === 'push' ? null : pageKey(url)
    offline.end()
    const result = await app
      .get()
      .then((started) => (own === newest ? started.navigate(url, kind, from) : null))
      .catch((reason: unknown): NavigationResult => ({ type: 'document', reason }))
    const isOffline = result?.type === 'document' && (await mayBeOffline(result.reason, offline))
    // A newer navigation has replaced this one meanwhile, or the visitor has stayed.
    if (result === null || own !== newest) return true
    if (result.type === 'redirected') {
      app.loaded()?.interrupt()
      // As a full load: after a sign-in, the page must be rendered again for that user.
      leave(result.to)
    }
    if (result.type !== 'document') return true
    if (!isOffline) return loadDocument(url, result.reason, onLeave)
    app.loaded()?.stay()
    offline.defer({ retry: () => navigate(url, kind, from), waits: true })
    return true
  }
  const navigate = (url: URL, kind: NavigationKind, from?: Element | null) => {
    if (isDocumentFaster(app) && !offline.isKnown())
      return loadDocument(url, 'A document is faster on this connection', onLeave)
    const endProgress = startProgress()
    settled = run(url, kind, from).then((stays) => stays && endProgress())
  }
  /** The history has led back to the page on the screen: the page of the entry that was left must not replace it. */
  const stay = () => {
    offline.end()
    if (coming !== null && coming !== pageKey(here())) abandon()
  }
  const abandon = () => {
    newest += 1
    app.loaded()?.stay()
    startProgress()()
  }
  // Out of the back-forward cache, the page is as it was left: on its way to a document.
  addEventListener('pageshow', ({ persisted }) => persisted && abandon())
  return {
    navigate,
    stay,
    go: (url: URL) => (pageTarget(url.href, here()) ? navigate(url, 'push') : location.assign(url)),
    refresh: async () => void (await run(here(), 'refresh')),
    leave,
    settled: () => settled,
  }
}

/** Whether a navigation may have failed because the browser is offline. Not when there was a response that needs a full load. */
const mayBeOffline = async (reason: unknown, offline: Offline): Promise<boolean> =>
  (reason as { readonly code?: string } | null)?.code !== 'client/page-unavailable' && offline.isUnreachable()

/** Handle the buttons at the end of every page: to share the page, and to answer a question about it. */
function handlePageEnd(): void {
  document.addEventListener('click', (event) => {
    const { target } = event
    const pressed = target instanceof Element && target.closest<HTMLElement>('[data-share],[data-answer]')
    if (!pressed || !isPlainClick(event)) return
    event.preventDefault()
    import('./share/page-end.client.ts').then(
      ({ handlePress }) => handlePress(pressed),
      () => pressed instanceof HTMLAnchorElement && location.assign(pressed.href),
    )
  })
}

/** Start analytics if the site has it; pages of other sites do not load its code. */
function loadAnalytics() {
  const button = document.querySelector<HTMLElement>('[data-consent]')
  return (
    button &&
    import('./analytics/start-analytics.client.ts').then(({ startAnalytics }) => startAnalytics(button))
  )
}

/** The code for a remote from its developer's machine; documents without the bar of an override do not load it. */
const loadOverride = () =>
  document.querySelector('[data-override]') && import('./override/with-overrides.client.ts')

/** Start live preview in a frame of the content system; other pages do not load its code. */
function startFramePreview(preview: () => PagePreview | undefined, refresh: () => Promise<void>): void {
  if (window.parent === window) return
  import('./live-preview.client.ts').then(
    ({ followParent }) => followParent(preview, refresh),
    ignore, // the author reloads the page instead
  )
}

/**
 * Load a document; false, since this one does not stay. If it is the current one, reload: `assign` to the same address may only scroll to
 * a fragment.
 */
function loadDocument(url: URL, reason: unknown, onLeave: () => void): false {
  onLeave()
  // For developer tools and real-user monitoring: why this navigation was a full load.
  performance.mark('tessera-full-load', { detail: toText(reason) })
  if (url.href === location.href) location.reload()
  else location.assign(url)
  return false
}

const toText = (reason: unknown): string => {
  const { code, message } = (reason ?? {}) as { readonly code?: string; readonly message?: string }
  return [code, message].filter(Boolean).join(': ') || String(reason)
}

function readInlineState(): ServedState | null {
  try {
    return JSON.parse(document.getElementById('state')?.textContent ?? '') as ServedState
  } catch {
    return null // the page then works as without JavaScript
  }
}

/** A value that is loaded on first use. */
interface Lazy<T> {
  /** Load it once, and again only after that failed. */
  readonly get: () => Promise<T>
  /** Null until it is loaded. */
  readonly loaded: () => T | null
}

function lazy<T>(load: () => Promise<T>): Lazy<T> {
  let loading: Promise<T> | null = null
  let loaded: T | null = null
  return {
    get() {
      const own = (loading ??= load())
      own.then(
        (value) => (loaded = value),
        () => (loading = null),
      )
      return own
    },
    loaded: () => loaded,
  }
}

/** A failed preload is tried again when the code is needed. */
const ignore = (): void => undefined

boot()
