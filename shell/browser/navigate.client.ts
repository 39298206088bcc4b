import type { HostState, PageSlot, ServedState } from '@tessera/shared/contract'
import { pathChanged } from '@tessera/shared/store'
import { pageError } from '../errors.ts'
import { redirectPath } from '../http/paths.ts'
import { loadMessages } from '../messages/load-messages.client.ts'
import { decideNavigation } from './decide-navigation.ts'
import { clientError } from './errors.ts'
import type { LoadedRemote } from './federation-host.client.ts'
import type { PageCache } from './fetch-page.client.ts'
import {
  keepFocusAndScroll,
  readFocus,
  readOrigin,
  restoreFocusAndScroll,
  type FocusBefore,
  type NavigationKind,
} from './focus-and-scroll.client.ts'
import { mountInside, slotElement, type Islands } from './islands.client.ts'
import { clearNotes } from './late-island.client.ts'
import { decoded, pageKey } from './link-target.ts'
import { createReloadMemory, outcomeState, outcomeView, type Outcome } from './outcome.client.ts'
import { emitQuarantined, type Remotes } from './remotes.client.ts'
import { updateDocument, updateStyles } from './update-document.client.ts'
import {
  fetchJoined,
  hydrateInPlace,
  canUpdateInPlace,
  updateInPlace,
  type InPlaceParts,
  type Visit,
} from './update-in-place.client.ts'

/** The outcome of a navigation, for its caller. */
export type NavigationResult =
  /** The page is on the screen. */
  | { readonly type: 'shown' }
  /** The not-found page or the error page is on the screen. */
  | { readonly type: 'outcome' }
  /** A visitor without access is redirected there. */
  | { readonly type: 'redirected'; readonly to: string }
  /** Only a full load can show the page. */
  | { readonly type: 'document'; readonly reason: unknown }
  /** A newer navigation has replaced this one. */
  | { readonly type: 'superseded' }

/** Navigate to another page; `from` is the element that was used, e.g. a link. Never rejects. */
export type Navigate = (url: URL, kind: NavigationKind, from?: Element | null) => Promise<NavigationResult>

/** The dependencies of navigation. */
export interface NavigateParts extends InPlaceParts {
  readonly pages: Pick<PageCache, 'take'>
  readonly remotes: Remotes
  readonly islands: Pick<Islands, 'cancel'>
  /** Mount a slot nested in the new page; resolves when it is mounted or has failed. Never rejects. */
  readonly mount: (slot: PageSlot) => Promise<void>
}

/** The next page has to be loaded, with its code, within this time. */
export const PAGE_DEADLINE_MS = 8_000

/** After going back, focus and scroll wait this long for the slots inside the page. */
const NESTED_TIMEOUT_MS = 500

/**
 * Navigates from page to page in four steps: fetch, code, swap, commit. The newest navigation aborts the older one, and so does
 * `cancel`; a swap that has begun is finished before the next one begins. Source: design 2, One resolver.
 */
export function createNavigate(parts: NavigateParts): { navigate: Navigate; cancel: () => void } {
  const fetchNext = createFetchNext(parts)
  const inTurn = createQueue()
  let newest: AbortController | null = null
  const cancel = () => {
    newest?.abort()
    newest = null
  }
  const navigate: Navigate = async (url, kind, from = document.activeElement) => {
    cancel()
    const own = (newest = new AbortController())
    const visit = { url, kind, origin: readOrigin(from), focus: readFocus() }
    parts.store.dispatch(pathChanged({ path: decoded(url.pathname), search: url.search, hash: url.hash }))
    try {
      const { next, joined, remote } = await withDeadline(own, url, async () => {
        const [next, joined] = await Promise.all([
          fetchNext(url, own.signal),
          fetchJoined(kind, own.signal, parts),
        ])
        return { next, joined, remote: await loadCode(next, joined.length > 0, parts) }
      })
      return await inTurn(async () => {
        if (newest !== own) return { type: 'superseded' }
        if (next.type === 'redirected' || next.type === 'document') return next
        const isInPlace = next.type === 'shown' && canUpdateInPlace(next.page, visit, parts)
        const before = isInPlace ? await updateInPlace(next.page, visit, parts) : null
        if (!isInPlace) await swap(next, joined, remote, visit, parts)
        commit(visit, before, parts)
        return { type: next.type }
      })
    } catch (reason) {
      return newest === own ? { type: 'document', reason } : { type: 'superseded' }
    }
  }
  return { navigate, cancel }
}

/** The response for a path, and what to do with it. */
type Next =
  | { readonly type: 'shown'; readonly page: ServedState; readonly main: PageSlot }
  | { readonly type: 'outcome'; readonly page: ServedState; readonly outcome: Outcome }
  | Extract<NavigationResult, { readonly type: 'redirected' | 'document' }>

/** Step 1: fetch the state of the next page, in one request, and decide what to do with it. */
function createFetchNext({ store, bus, pages, remotes }: NavigateParts) {
  const reloads = createReloadMemory(() => sessionStorage)
  return async (url: URL, signal: AbortSignal): Promise<Next> => {
    const path = url.pathname
    const { status, page, redirect, requestId } = await pages.take(pageKey(url), signal)
    const target = redirectPath(redirect)
    const shown = store.getState()
    if (page) emitQuarantined(shown.page, page.page, bus)
    const main = page?.page.slots.find(({ id }) => id === 'main')
    const step = decideNavigation(
      {
        status,
        isPage: page !== null,
        hasMain: main !== undefined,
        fitsDocument: page !== null && fitsDocument(page, shown, remotes),
        hasRedirect: target !== null,
      },
      { hasEntry: shown.routing.entryID !== null, wasReloaded: reloads.has(path) },
    )
    if (step === 'redirect' && target) return { type: 'redirected', to: target }
    if (step === 'outcome') {
      const messages = await loadMessages(shown.page.catalogue)
      const statusText = page?.routing.error?.message
      const outcome = { status, statusText, requestId, retry: pageKey(url), messages }
      return { type: 'outcome', page: outcomeState(shown, url, outcome), outcome }
    }
    if (step === 'show' && page && main) return { type: 'shown', page, main }
    if (status === 404) reloads.add(path)
    return { type: 'document', reason: clientError('client/page-unavailable', { details: { path } }) }
  }
}

/** Whether this document can show the page: same language and content security policy, and no remote in another version. */
const fitsDocument = ({ page, routing }: ServedState, shown: HostState, remotes: Remotes): boolean =>
  page.allowsCaptcha === shown.page.allowsCaptcha &&
  // Only the server renders alerts: if they differ, the document is loaded. After a server error they may be unknown, and stay.
  ((routing.statusCode ?? 200) >= 500 || (page.alerts ?? '') === alertsShown()) &&
  page.head.language === document.documentElement.lang &&
  // Only the server renders the preview bar: when a preview begins or ends, the document is loaded.
  (page.preview !== undefined) === (document.querySelector('[data-preview]') !== null) &&
  remotes.fits(page.releases)

const alertsShown = (): string =>
  [...document.querySelectorAll<HTMLElement>('[data-alert]')].map(({ dataset }) => dataset['alert']).join(' ')

/** Step 2: load the code of the main region. The page only waits for its main remote; nested slots may fail on their own. */
async function loadCode(next: Next, isJoined: boolean, parts: NavigateParts): Promise<LoadedRemote | null> {
  if (next.type !== 'shown') return null
  const { remotes } = parts
  const { releases, slots } = next.page.page
  const inside = slots.filter(({ parent }) => parent)
  const loaded = inside.map(({ remote }) => remotes.load(remote, releases[remote]).catch(ignore))
  const remote = await remotes.load(next.main.remote, releases[next.main.remote])
  // Pages are joined by the reducers of nested slots, so these have to be loaded.
  if (isJoined) await Promise.all(loaded)
  await hydrateInPlace(next.page, parts)
  return remote
}

/**
 * Step 3: unmount the old page and mount the new one; address and state change between the two. Nothing waits for the network
 * or a timer before the new page is mounted, so that no frame is painted meanwhile; nested slots follow on their own. Slots of
 * the frame stay as they are.
 */
async function swap(
  next: Extract<Next, { readonly page: ServedState }>,
  joined: readonly ServedState[],
  remote: LoadedRemote | null,
  { url, kind, origin, focus }: Visit,
  { store, bus, history, islands, slots, mount }: NavigateParts,
): Promise<void> {
  const element = slotElement('main')
  if (!element) throw clientError('client/page-unavailable')
  history.leave(readFocus(focus).name)
  const inside = store.getState().page.slots.flatMap(({ id, parent }) => (parent ? [id] : []))
  islands.cancel(['main', ...inside])
  await slots.unmount(inside)
  await slots.unmount(['main'])
  element.replaceChildren()
  clearNotes()
  delete element.dataset.hydrated
  bus.retract('route.changed')
  history.enter(url, kind, origin.joins)
  for (const page of [...joined, next.page]) store.adopt(page)
  updateStyles(next.page.page)
  if (next.type === 'outcome') element.replaceChildren(outcomeView(next.outcome))
  else if (remote) await slots.mount(next.main, element, remote)
  const settled = mountInside('main', next.page.page.slots, mount)
  // After going back, or with a fragment in the address, the target may be inside a nested slot.
  if (kind === 'pop' || url.hash || joined.length > 0)
    await Promise.race([settled, new Promise((resolve) => setTimeout(resolve, NESTED_TIMEOUT_MS))])
}

/** Step 4: title, frame, focus and scroll follow the new page, and `route.changed` is emitted. */
function commit(
  { url, kind, origin }: Visit,
  before: FocusBefore | null,
  { store, bus, history }: NavigateParts,
): void {
  const { page, routing } = store.getState()
  updateDocument(url, page)
  const arrival = { url, kind, left: history.position(), announcement: page.head.announcement }
  if (before) keepFocusAndScroll(arrival, origin, before)
  else restoreFocusAndScroll(arrival)
  bus.emit('route.changed', {
    path: decoded(url.pathname),
    title: page.head.title,
    statusCode: routing.statusCode,
  })
}

/** Runs one task after the other. */
function createQueue(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const done = last.then(work)
    last = done.catch(ignore)
    return done
  }
}

/** @throws AppError page/deadline once the time is over, or the navigation is aborted for a newer one */
async function withDeadline<T>(own: AbortController, url: URL, work: () => Promise<T>): Promise<T> {
  const timer = setTimeout(() => own.abort(), PAGE_DEADLINE_MS)
  const ended = new Promise<never>((_resolve, reject) =>
    own.signal.addEventListener('abort', () =>
      reject(pageError('page/deadline', { details: { path: url.pathname } })),
    ),
  )
  try {
    return await Promise.race([work(), ended])
  } finally {
    clearTimeout(timer)
  }
}

/** A failure is reported where the result is needed. */
const ignore = (): void => undefined
