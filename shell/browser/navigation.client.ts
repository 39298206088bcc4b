import type { Bus, PageSlot, Store } from '@tessera/shared/contract'
import { type FollowPathIo, type PageTree } from '../state/follow-path.epic.ts'
import { pathChanged } from '../state/host-slices.ts'
import type { Activation, BootContext, NavigationKind } from './activation.ts'
import { arrive } from './arrive.client.ts'
import { updateHead } from './document-head.client.ts'
import { clientError } from './errors.ts'
import { updateFrame } from './frame.client.ts'
import { slotElement } from './islands.client.ts'
import { pageKey } from './link-target.ts'
import { loadPage, mainSlotOf } from './load-page.client.ts'
import type { MainRegion } from './main-region.client.ts'
import type { NestedSlots } from './nested-slots.client.ts'
import { outcomeView, type Outcome } from './outcome.client.ts'
import { createReloadMemory } from './reload-memory.client.ts'
import type { Remotes } from './remotes.client.ts'
import { createScrollMemory } from './scroll-memory.client.ts'
import type { ShowPageIo } from './show-page.epic.ts'

/** The parts of the living page that a navigation moves. */
export interface NavigationParts {
  readonly context: BootContext
  readonly store: Store
  readonly bus: Bus
  readonly remotes: Remotes
  readonly main: MainRegion
  readonly nested: NestedSlots
  readonly mount: (slot: PageSlot) => Promise<void>
}

interface Pending {
  readonly url: URL
  readonly kind: NavigationKind
  readonly resolve: () => void
  readonly reject: (reason: unknown) => void
  /** Where access sends the visitor instead. */
  redirect?: string
}

/** Goes from page to page. The address changes when the page is there, not before. */
export function createNavigation(
  parts: NavigationParts,
): Pick<Activation, 'navigate'> & FollowPathIo & ShowPageIo {
  const { context, store, bus, remotes } = parts
  const reloads = createReloadMemory(() => sessionStorage)
  const outcomes = new WeakMap<PageTree, Outcome>()
  const memory = createScrollMemory(window)
  let pending: Pending | null = null
  const pendingFor = ({ path, search }: { readonly path: string; readonly search: string }) =>
    pending && pageKey(pending.url) === `${path}${search}` ? pending : null

  return {
    navigate: (url, kind) =>
      new Promise<void>((resolve, reject) => {
        pending?.resolve()
        pending = { url, kind, resolve, reject }
        store.dispatch(pathChanged({ path: url.pathname, search: url.search, hash: url.hash }))
      }),

    async loadPage(target, signal) {
      const loaded = await loadPage(target, signal, { context, store, remotes, reloads })
      if ('page' in loaded) {
        if (loaded.outcome) outcomes.set(loaded.page, loaded.outcome)
        return loaded.page
      }
      const own = pendingFor(target)
      if (own) own.redirect = loaded.redirect
      throw clientError('client/access', { details: { path: target.path } })
    },

    async show({ target, page }) {
      const own = pendingFor(target)
      if (!own) return
      try {
        memory.leave()
        await swap(page, outcomes.get(page) ?? null, parts, () => {
          context.shown = pageKey(own.url)
          context.preview = page.page.preview
          memory.enter(own.url, own.kind)
        })
        updateHead(page.page.head)
        updateFrame(own.url, page.page)
        arrive(own.url, own.kind, memory.position())
        own.resolve()
        bus.emit('route.changed', {
          path: target.path,
          title: page.page.head.title,
          statusCode: page.routing.statusCode,
        })
      } catch (thrown) {
        own.reject(thrown)
      }
    },

    async fail({ target, error }) {
      const own = pendingFor(target)
      if (!own?.redirect) return own?.reject(error)
      own.resolve()
      bus.emit('page.interrupted', {})
      // A document of its own: who comes back from it is somebody else, as far as this page knows.
      context.leave(own.redirect)
    },
  }
}

/**
 * Take the old page off and put the new one on. Nothing in here waits for the network or a timer, so that no frame is drawn
 * between the two; the slots inside the new page follow on their own. Slots of the frame stay as they are.
 */
async function swap(
  page: PageTree,
  outcome: Outcome | null,
  parts: NavigationParts,
  enter: () => void,
): Promise<void> {
  const { context, store, remotes, main, nested, mount } = parts
  const element = slotElement('main')
  const slot = mainSlotOf(page)
  if (!element || !(slot || outcome)) throw clientError('client/page-unavailable')
  const remote = slot && (await remotes.load(slot.remote, page.page.releases[slot.remote]))
  const leaving = (store.getState() as unknown as PageTree).page.slots
    .filter(({ id, parent }) => id === 'main' || parent)
    .map(({ id }) => id)
  context.islands.cancel(leaving)
  await nested.unmount(leaving)
  await main.clear(element)
  enter()
  store.adopt(page)
  if (slot && remote) await main.show(slot, element, remote)
  else if (outcome) element.replaceChildren(outcomeView(outcome))
  void mountInside('main', page.page.slots, mount)
}

/** Mount the slots that a slot's markup holds, then those inside them. */
async function mountInside(
  parent: string,
  slots: readonly PageSlot[],
  mount: (slot: PageSlot) => Promise<void>,
): Promise<void> {
  for (const slot of slots.filter((inner) => inner.parent === parent))
    void mount(slot).then(() => mountInside(slot.id, slots, mount))
}
