import type { PageSlot } from '@tessera/shared/contract'

/** Slots are hydrated this far before they come into view. */
const MARGIN = '200px'
/** Wait for an idle moment at most this long. */
const IDLE_DEADLINE_MS = 2_000
/** Delay in browsers without `requestIdleCallback` (Safari). */
const IDLE_FALLBACK_MS = 200

/** The slots of a page that wait to be hydrated. */
export interface Islands {
  /** Hydrate each slot at the time it names: at once, when idle, visible or used; `never` slots stay as the server rendered them. */
  readonly schedule: (slots: readonly PageSlot[]) => void
  /** Cancel pending hydration of slots that are removed from the page. */
  readonly cancel: (slotIds: readonly string[]) => void
}

export function createIslands(hydrateSlot: (slot: PageSlot) => void): Islands {
  const pending = new Map<string, () => void>()
  const plan = (slot: PageSlot) => {
    const { id, hydrate } = slot
    const element = slotElement(id)
    if (hydrate === 'never' || !element) return
    const run = () => {
      pending.delete(id)
      hydrateSlot(slot)
    }
    if (hydrate === 'load') run()
    else if (hydrate === 'touch') pending.set(id, whenUsed(element, run))
    else pending.set(id, hydrate === 'visible' ? whenVisible(element, run) : whenIdle(run))
  }
  return {
    schedule: (slots) => slots.forEach(plan),
    cancel: (slotIds) =>
      slotIds.forEach((id) => {
        pending.get(id)?.()
        pending.delete(id)
      }),
  }
}

/** The element of a slot, if the page has it. */
export const slotElement = (slotId: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-slot="${CSS.escape(slotId)}"]`)

function whenVisible(element: HTMLElement, run: () => void): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return
      observer.disconnect()
      run()
    },
    { rootMargin: MARGIN },
  )
  observer.observe(element)
  return () => observer.disconnect()
}

/** Keys for moving through the page. */
const NAVIGATION_KEYS: readonly unknown[] = ['Tab', 'Shift']

/**
 * Run a function once the form around an element, or the element itself, is pressed or typed into. Focus alone is not enough: it
 * may only pass by when the visitor moves through the page by keyboard. The returned function cancels it.
 */
function whenUsed(element: HTMLElement, run: () => void): () => void {
  const area = element.closest('form') ?? element
  const listening = new AbortController()
  const once = (event?: Event) => {
    if (event instanceof KeyboardEvent && NAVIGATION_KEYS.includes(event.key)) return
    listening.abort()
    run()
  }
  for (const type of ['pointerdown', 'keydown', 'input'])
    area.addEventListener(type, once, { signal: listening.signal })
  // The visitor may have focused the form before this script ran.
  if (area.contains(document.activeElement)) once()
  return () => listening.abort()
}

/** Resolves in the main thread's next task, so that pending input and frames are handled first. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0))

/** Run a function at an idle moment, or at the deadline. The returned function cancels it. */
export function whenIdle(run: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(run, IDLE_FALLBACK_MS)
    return () => clearTimeout(timer)
  }
  const request = requestIdleCallback(run, { timeout: IDLE_DEADLINE_MS })
  return () => cancelIdleCallback(request)
}

/** Mount the slots nested in a slot, then those nested in them. */
export async function mountInside(
  parent: string,
  slots: readonly PageSlot[],
  mount: (slot: PageSlot) => Promise<void>,
): Promise<void> {
  const inside = slots.filter((inner) => inner.parent === parent)
  await Promise.all(
    inside.map(async (slot) => {
      await mount(slot)
      await mountInside(slot.id, slots, mount)
    }),
  )
}
