import type { PageSlot } from '@tessera/shared/contract'
import { needsCode } from '../document/html.ts'
import { slotElement } from './islands.client.ts'

/** A slot has to be interactive this long after its code was requested. */
const ISLAND_DEADLINE_MS = 3_000
/** The deadline is split into timers of this length. */
const TICK_MS = 250

/** The hidden note in every document (shell/document/frame.ts): a text, a link to try again, and contact details. */
const NOTE_ID = 'late'
const COPY = 'f-late--slot'

/** `isRetry` when the visitor has asked to try again: then even a remote that has just failed is loaded again. */
type Hydration = (isRetry: boolean) => Promise<boolean>

/** To be called when the boot script runs: hides the note that the loader may have shown (shell/document/loader.ts). */
export function hideLoaderNote(): void {
  document.documentElement.dataset['boot'] = ''
  document.getElementById(NOTE_ID)?.toggleAttribute('hidden', true)
}

/**
 * Show a note beside a slot that needs its code and has not become interactive in time, or has failed, and remove the note if it
 * becomes interactive later. `hydrate` gives whether the slot works now, and rejects when its code cannot be loaded; the visitor may try again.
 * Resolves when hydration has ended.
 */
export async function watchIsland(slot: PageSlot, hydrate: Hydration, isRetry = false): Promise<void> {
  const isOnPage = whileShown(slot)
  const retry = () => void watchIsland(slot, hydrate, true)
  const late = (code: string, message: string) => {
    if (!isOnPage()) return
    performance.mark('tessera-remote-failed', {
      detail: { remote: slot.remote, slotId: slot.id, error: { code, message } },
    })
    showNote(slot, retry)
  }
  const cancel = afterWaiting(ISLAND_DEADLINE_MS, () =>
    late('client/island-late', `The slot "${slot.id}" did not become interactive in time.`),
  )
  await hydrate(isRetry)
    .then(
      (works) => (works ? hideNote(slot) : isOnPage() && showNote(slot, retry)),
      (thrown: unknown) => late('client/remote-broken', String(thrown)),
    )
    .finally(cancel)
}

/**
 * Run a function after a time that does not include blocking of the main thread: each piece counts once, however long it took. Code
 * that arrives while the thread is blocked has to wait behind the timer, and is not late. The returned function cancels it.
 */
function afterWaiting(ms: number, run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>
  const wait = (left: number) => {
    timer = setTimeout(() => (left > TICK_MS ? wait(left - TICK_MS) : run()), Math.min(left, TICK_MS))
  }
  wait(ms)
  return () => clearTimeout(timer)
}

/** Whether the slot still has its present content: the element of a slot may be reused by the next page. */
function whileShown(slot: PageSlot): () => boolean {
  const element = slotElement(slot.id)
  const content = element?.firstElementChild ?? element
  return () => content?.isConnected === true
}

/** Remove the notes beside slots together with their page. */
export const clearNotes = (): void =>
  document.querySelectorAll(`.${COPY}`).forEach((note) => {
    note.remove()
  })

function showNote(slot: PageSlot, retry: () => void): void {
  const element = slotElement(slot.id)
  const note = document.getElementById(NOTE_ID)
  // A slot without markup shows its own fallback, and a list that can be used already is not said to be missing.
  if (!element || !note || noteOf(element) || element.querySelector('.f-missing')) return
  if (!needsCode(element.innerHTML)) return
  const copy = note.cloneNode(true) as HTMLElement
  copy.removeAttribute('id')
  copy.classList.add(COPY)
  // Inside the page, the page's own layout sets the margins.
  copy.classList.toggle('wrap', element.parentElement?.id === 'main')
  copy.hidden = false
  // Without a full load, so that typed text is not lost.
  copy.querySelector('a')?.addEventListener(
    'click',
    (event) => {
      event.preventDefault()
      copy.remove()
      retry()
    },
    { once: true },
  )
  element.before(copy)
}

function hideNote(slot: PageSlot): void {
  const element = slotElement(slot.id)
  if (element) noteOf(element)?.remove()
}

const noteOf = (element: HTMLElement): Element | null =>
  element.previousElementSibling?.matches(`.${COPY}`) ? element.previousElementSibling : null

/** Session storage of this tab: the files for which a document has been reloaded. */
const RELOADED_KEY = 'tessera-renewed'

/**
 * Reload the document when a script that it requests is no longer on the site, because the page is older than the releases that are
 * kept: once in a tab for each file. `interrupt` is called first, so that typed text is stored. The page stays as it is when its
 * code for storing text is not loaded, when the tab has no storage, and when the file may still become available.
 */
export function reloadWhenOutdated(
  interrupt: () => void,
  reload: () => void = () => location.reload(),
): void {
  const reloadIfGone = async (src: string) => {
    const { origin, pathname } = new URL(src, location.href)
    if (origin !== location.origin || !/^\/_(?:mfe|shell)\//.test(pathname)) return
    const answer = await fetch(pathname, { method: 'HEAD' })
    if (answer.status !== 404 || hasUnsavedInput() || !isFirst(pathname)) return
    interrupt()
    reload()
  }
  // Error events of scripts do not bubble to the window, but can be captured there.
  addEventListener(
    'error',
    ({ target }) => target instanceof HTMLScriptElement && void reloadIfGone(target.src).catch(ignore),
    true,
  )
}

/** Whether a field was filled in inside a slot that is not hydrated, whose remote cannot store it. */
const hasUnsavedInput = (): boolean =>
  [...document.querySelectorAll<HTMLElement>('[data-slot]')]
    .filter((slot) => !slot.matches('[data-hydrated],:has([data-hydrated])'))
    .some((slot) =>
      [...slot.querySelectorAll<HTMLInputElement>('input,textarea,select')].some(
        ({ value, defaultValue, checked, defaultChecked }) =>
          // A select has no `defaultValue`: any value counts as filled in.
          value !== (defaultValue ?? '') || checked !== defaultChecked,
      ),
    )

/** Whether no page of this tab has been reloaded for this file. @throws Error when there is no storage */
function isFirst(file: string): boolean {
  const before = (sessionStorage.getItem(RELOADED_KEY) ?? '').split(' ')
  if (before.includes(file)) return false
  sessionStorage.setItem(RELOADED_KEY, [...before, file].join(' '))
  return true
}

/** When the network or the storage fails, nothing is known about the file. */
const ignore = (): void => undefined
