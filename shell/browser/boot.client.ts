import type { Activation, BootContext, NavigationKind } from './activation.ts'
import { createBusy } from './busy.client.ts'
import { fetchPage } from './fetch-page.client.ts'
import { followLinks } from './follow-links.client.ts'
import { linkTarget, pageKey, pageTarget } from './link-target.ts'
import { createPageCache } from './page-cache.client.ts'
import { createIslands, whenIdle } from './islands.client.ts'
import { createPageSession } from './session.client.ts'
import { isSlowLine, isWithinVisit, wantsLessData } from './slow-line.client.ts'
import { watchIntent } from './watch-intent.client.ts'

/** As long as a navigation may take. */
const STATE_DEADLINE_MS = 8_000

/**
 * The entry: wakes islands and follows links. Everything larger, React above all, comes on demand; whatever cannot be had
 * leaves the page as the server made it, and a link a link.
 */
function boot(): void {
  const state = readInlineState()
  if (state) start(state)
  else if (document.getElementById('boot')?.dataset['state'] === 'fetch')
    void fetchState().then((own) => own && start(own))
}

function start(state: BootContext['state']): void {
  const pages = createPageCache(fetchPage)
  const busy = createBusy(document)
  const language = document.documentElement.lang
  const here = () => new URL(location.href)

  const isSlow = isSlowLine(document)
  let isAlive = false
  const isDocumentFaster = () => isSlow && !isAlive
  let settled: Promise<unknown> = Promise.resolve()
  const go = (url: URL, kind: NavigationKind): void => {
    if (isDocumentFaster()) return leave(url, 'A document is faster on this line')
    const done = busy()
    settled = activation()
      .then(({ navigate }) => navigate(url, kind))
      .then(done, (thrown: unknown) => leave(url, thrown))
  }
  const leave = (url: URL, reason: unknown): void => {
    session.leave()
    loadWhole(url, reason)
  }
  const context: BootContext = {
    state,
    pages,
    shown: pageKey(here()),
    preview: state.page.preview,
    islands: createIslands((slotId) => {
      // Without its code a slot stays as the server made it: readable, its links and forms still working.
      activation().then(({ wake }) => wake(slotId), ignore)
    }),
    go: (url) => (pageTarget(url.href, here()) ? go(url, 'push') : location.assign(url)),
    leave(address) {
      session.leave()
      location.assign(address)
    },
  }
  const session = createPageSession({ context, settled: () => settled })
  const activation = once(async () => {
    // Every remote needs it, and on a slow line nothing takes longer: it comes beside the code that asks for it. In development
    // React may not come before what follows its changes, which the first remote brings.
    if (process.env.NODE_ENV === 'production') import('./singletons.client.ts').catch(ignore)
    const { activate } = await import('./activate.client.ts')
    const alive = activate(context)
    isAlive = true
    session.follow(alive)
    return alive
  })
  const prepare = () => void activation().then((alive) => alive.prepare(), ignore)
  const refresh = () =>
    activation()
      .then(({ navigate }) => navigate(here(), 'refresh'))
      .catch((thrown: unknown) => leave(here(), thrown))
  context.islands.schedule(state.page.slots)
  if (state.page.preview) followFrame(context, refresh)

  // Who goes through the site on such a line has the code come behind the page, for the next one.
  if (isSlow && isWithinVisit(document) && !wantsLessData(document)) whenIdle(prepare)

  followLinks({ go, here, language, shown: () => context.shown, leave: session.leave })
  watchIntent(document, (link) => {
    const url = linkTarget(link, here(), language)
    if (!url || pageKey(url) === context.shown || isDocumentFaster()) return
    pages.prefetch(pageKey(url))
    prepare()
  })
}

/** A preview in a frame of the content system; nobody else's page holds one, and nobody else loads this. */
function followFrame(context: BootContext, refresh: () => Promise<void>): void {
  if (window.parent === window) return
  import('./live-preview.client.ts').then(
    ({ followParent }) => followParent(() => context.preview, refresh),
    ignore, // the author reloads the page instead
  )
}

/** The browser goes there itself. Where it is there already it needs the document: `assign` would only look for a place on it. */
function loadWhole(url: URL, reason: unknown): void {
  // For developer tools and real-user monitoring: why this navigation was a full load.
  performance.mark('tessera-full-load', { detail: toText(reason) })
  if (url.href === location.href) location.reload()
  else location.assign(url)
}

const toText = (reason: unknown): string => {
  const { code, message } = (reason ?? {}) as { readonly code?: string; readonly message?: string }
  return [code, message].filter(Boolean).join(': ') || String(reason)
}

function readInlineState(): BootContext['state'] | null {
  try {
    return JSON.parse(document.getElementById('state')?.textContent ?? '') as BootContext['state']
  } catch {
    return null // the page then is what it is without script
  }
}

/** The state of a page whose document carries none. Source: specification 2, Routes. */
async function fetchState(): Promise<BootContext['state'] | null> {
  try {
    const { status, page } = await fetchPage(
      pageKey(new URL(location.href)),
      AbortSignal.timeout(STATE_DEADLINE_MS),
    )
    return status < 500 ? (page as BootContext['state'] | null) : null
  } catch {
    return null // the page then is what it is without script
  }
}

/** Start something once, and again only after it failed. */
function once(start: () => Promise<Activation>): () => Promise<Activation> {
  let started: Promise<Activation> | null = null
  return () => {
    const own = (started ??= start())
    own.catch(() => (started = null))
    return own
  }
}

/** What is asked for in advance may fail: it is asked for again when it is needed. */
const ignore = (): void => undefined

boot()
