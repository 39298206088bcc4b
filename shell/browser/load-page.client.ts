import type { PageSlot, Store } from '@tessera/shared/contract'
import { decideArrival } from '../domain/decide-arrival.ts'
import type { PageTree, PathTarget } from '../state/follow-path.epic.ts'
import type { BootContext } from './activation.ts'
import { clientError } from './errors.ts'
import type { PageAnswer } from './fetch-page.client.ts'
import { outcomeState, type Outcome } from './outcome.client.ts'
import type { ReloadMemory } from './reload-memory.client.ts'
import type { Remotes } from './remotes.client.ts'

/** What loading a page takes. */
export interface PageLoaderParts {
  readonly context: Pick<BootContext, 'pages'>
  readonly store: Store
  readonly remotes: Remotes
  readonly reloads: ReloadMemory
}

/** A page to put on the screen; with an outcome, one that has nothing in its main region but what became of the path. */
export type LoadedPage =
  | { readonly page: PageTree; readonly outcome: Outcome | null }
  /** Access sends the visitor there. */
  | { readonly redirect: string }

/**
 * Fetch the state of a page and the code of its main remote.
 * @throws AppError client/page-unavailable where only a full load helps
 */
export async function loadPage(
  { path, search }: PathTarget,
  signal: AbortSignal,
  { context, store, remotes, reloads }: PageLoaderParts,
): Promise<LoadedPage> {
  const answer = await context.pages.take(`${path}${search}`, signal)
  const shown = store.getState() as unknown as PageTree
  const arrival = decideArrival(factsOf(answer, remotes), {
    hasEntry: shown.routing.entryID !== null,
    wasReloaded: reloads.has(path),
  })
  const main = answer.page && mainSlotOf(answer.page)
  if (arrival === 'redirect' && answer.redirect) return { redirect: answer.redirect }
  if (arrival === 'outcome') return inPlace(answer, shown, path, `${path}${search}`)
  if (arrival === 'document' || !answer.page || !main) {
    if (answer.status === 404) reloads.add(path)
    throw clientError('client/page-unavailable', { details: { path } })
  }
  const { releases, slots } = answer.page.page
  // Slots inside the page may fail on their own; the page waits for its main remote alone.
  for (const slot of slots)
    if (slot.parent) remotes.load(slot.remote, releases[slot.remote]).catch(() => undefined)
  await remotes.load(main.remote, releases[main.remote])
  return { page: answer.page, outcome: null }
}

/** The slot of the main region, where a page has one. */
export const mainSlotOf = ({ page }: PageTree): PageSlot | undefined =>
  page?.slots.find(({ id }) => id === 'main')

const factsOf = ({ status, page, redirect }: PageAnswer, remotes: Remotes) => ({
  status,
  isPage: page?.page !== undefined,
  hasMain: page !== null && mainSlotOf(page) !== undefined,
  fitsDocument: page?.page !== undefined && isSameDocument(page, remotes),
  hasRedirect: redirect !== null,
})

/** Whether this document can show the page: same language, and no remote in another version than it has. */
const isSameDocument = ({ page }: PageTree, remotes: Remotes): boolean =>
  page.head.language === document.documentElement.lang &&
  // A preview ends, or begins, with a document of its own: the bar is the server's.
  (page.preview !== undefined) === (document.querySelector('[data-preview]') !== null) &&
  remotes.fits(page.releases)

function inPlace(
  { status, requestId }: PageAnswer,
  shown: PageTree,
  path: string,
  retry: string,
): LoadedPage {
  const outcome = { status, requestId, retry, language: document.documentElement.lang }
  return { page: outcomeState(shown, path, outcome), outcome }
}
