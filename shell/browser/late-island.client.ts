import type { PageSlot } from '@tessera/shared/contract'
import { slotElement } from './islands.client.ts'

/** A slot has to be interactive this long after its code was asked for. */
const ISLAND_DEADLINE_MS = 3_000
/** The deadline is waited for in pieces of this length. */
const PIECE_MS = 250

/** The note that every document brings, hidden (shell/document/frame.ts): words, a way to try again, and how to reach people. */
const NOTE_ID = 'late'
const COPY = 'f-late--slot'

/** `isRetry` when the visitor has asked for it: what failed a moment ago is tried nevertheless. */
type Hydration = (isRetry: boolean) => Promise<boolean>

/** The boot script runs: what the loader said of it meanwhile no longer holds (shell/document/loader.ts). */
export function bootHasCome(): void {
  document.documentElement.dataset['boot'] = ''
  document.getElementById(NOTE_ID)?.toggleAttribute('hidden', true)
}

/**
 * Say beside a slot that it does not work, when it has not become interactive in time or never will; and take that back when it
 * does after all. `hydrate` answers whether the slot works now, and rejects where its code could not be had; the visitor may
 * have it tried again. Resolves when it is known what became of it.
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
 * Run something after so much time in which the browser could have gone on. A piece counts once, however long the browser was busy
 * meanwhile: what has come then still waits behind the timer, and is not late. The answer calls it off.
 */
function afterWaiting(ms: number, run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>
  const wait = (left: number) => {
    timer = setTimeout(() => (left > PIECE_MS ? wait(left - PIECE_MS) : run()), Math.min(left, PIECE_MS))
  }
  wait(ms)
  return () => clearTimeout(timer)
}

/** Whether the slot still shows what it does now: elements of slots stay, or come again, with the next page. */
function whileShown(slot: PageSlot): () => boolean {
  const element = slotElement(slot.id)
  const content = element?.firstElementChild ?? element
  return () => content?.isConnected === true
}

/** The notes beside slots go with their page. */
export const clearNotes = (): void =>
  document.querySelectorAll(`.${COPY}`).forEach((note) => {
    note.remove()
  })

function showNote(slot: PageSlot, retry: () => void): void {
  const element = slotElement(slot.id)
  const note = document.getElementById(NOTE_ID)
  // A slot without markup says itself that it is missing.
  if (!element || !note || noteOf(element) || element.querySelector('.f-missing')) return
  const copy = note.cloneNode(true) as HTMLElement
  copy.removeAttribute('id')
  copy.classList.add(COPY)
  // What stands in the page has its margins from there.
  copy.classList.toggle('wrap', element.parentElement?.id === 'main')
  copy.hidden = false
  // In place, so that nothing typed is lost.
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

/** Of this tab: the files for which its pages have been loaded anew. */
const RENEWED_KEY = 'tessera-renewed'

/**
 * Load the document anew when a script that it asks for is no longer on the site, because the page is older than the releases that are
 * kept: once in a tab for each file. `interrupt` comes before it, so that what was typed is kept. Where that cannot be, since the
 * code is not there, where the tab can remember nothing, and where the file may come yet, the page stays as it is.
 */
export function renewWhenGone(interrupt: () => void, reload: () => void = () => location.reload()): void {
  const look = async (src: string) => {
    const { origin, pathname } = new URL(src, location.href)
    if (origin !== location.origin || !/^\/_(?:mfe|shell)\//.test(pathname)) return
    const answer = await fetch(pathname, { method: 'HEAD' })
    if (answer.status !== 404 || isTypedUnkept() || !isFirst(pathname)) return
    interrupt()
    reload()
  }
  // Failures of scripts do not rise to the window: they are only on their way down.
  addEventListener(
    'error',
    ({ target }) => target instanceof HTMLScriptElement && void look(target.src).catch(ignore),
    true,
  )
}

/** Whether something was filled in where no remote has come that keeps it. */
const isTypedUnkept = (): boolean =>
  [...document.querySelectorAll<HTMLElement>('[data-slot]')]
    .filter((slot) => !slot.matches('[data-hydrated],:has([data-hydrated])'))
    .some((slot) =>
      [...slot.querySelectorAll<HTMLInputElement>('input,textarea,select')].some(
        ({ value, defaultValue, checked, defaultChecked }) =>
          // A choice of several has no default of its own: any answer counts.
          value !== (defaultValue ?? '') || checked !== defaultChecked,
      ),
    )

/** Whether no page of this tab has been loaded anew for this file. @throws where there is no storage */
function isFirst(file: string): boolean {
  const before = (sessionStorage.getItem(RENEWED_KEY) ?? '').split(' ')
  if (before.includes(file)) return false
  sessionStorage.setItem(RENEWED_KEY, [...before, file].join(' '))
  return true
}

/** Neither the network nor the storage answers: nothing is known. */
const ignore = (): void => undefined
