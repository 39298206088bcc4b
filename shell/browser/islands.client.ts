import type { PageSlot } from '@tessera/shared/contract'

/** Slots are hydrated this far before they come into view. */
const MARGIN = '200px'
/** Wait for an idle moment at most this long. */
const IDLE_DEADLINE_MS = 2_000
/** Where browsers cannot tell an idle moment (Safari): some time after the page is there. */
const IDLE_FALLBACK_MS = 200

/** The slots of a page that wait to be hydrated. */
export interface Islands {
  /** Hydrate each slot when it asks for it: at once, when idle, when seen, when used; `never` ones are left as the server made them. */
  readonly schedule: (slots: readonly PageSlot[]) => void
  /** Forget what has not been hydrated yet, for slots that leave the page. */
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

/** Keys that only pass by. */
const PASSING_KEYS: readonly unknown[] = ['Tab', 'Shift']

/**
 * Run something once the form around an element, or the element itself, is pressed or typed into: whoever goes through the page by
 * keyboard has the focus there and wants nothing of it. The answer calls it off.
 */
function whenUsed(element: HTMLElement, run: () => void): () => void {
  const area = element.closest('form') ?? element
  const listening = new AbortController()
  const once = (event?: Event) => {
    if (event instanceof KeyboardEvent && PASSING_KEYS.includes(event.key)) return
    listening.abort()
    run()
  }
  for (const type of ['pointerdown', 'keydown', 'input'])
    area.addEventListener(type, once, { signal: listening.signal })
  // Whoever was quicker than this script.
  if (area.contains(document.activeElement)) once()
  return () => listening.abort()
}

/** The main thread's next task: input and frames that wait come before it. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0))

/** Run something at an idle moment, soon in any case. The answer calls it off. */
export function whenIdle(run: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(run, IDLE_FALLBACK_MS)
    return () => clearTimeout(timer)
  }
  const request = requestIdleCallback(run, { timeout: IDLE_DEADLINE_MS })
  return () => cancelIdleCallback(request)
}

/** Mount the slots that a slot's markup holds, then those inside them. */
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
