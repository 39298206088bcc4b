import type { Action, LoadRequest, LoadResult, NestedSlot, SlotsRequest } from '@tessera/shared/contract'
import { runningDates } from '@tessera/shared/messages'
import { nestedSlots } from '../domain/nested-slots.ts'
import { pageHead } from '../domain/page-head.ts'
import { openingAt } from '../domain/opening.ts'
import {
  asModel,
  type EventModel,
  type HomeModel,
  type PageModel,
  type VenueModel,
} from '../domain/page-model.ts'
import type { ContentMessages } from '../messages/index.ts'
import { contentError } from '../errors.ts'
import { addressKnown, asOfNow, type AsOfNow } from './content.slice.ts'
import { loadCollections } from './load-collections.ts'
import { loadCouncillors } from './load-councillors.ts'
import { loadHome } from './load-home.ts'
import { loadLanding } from './load-landing.ts'
import { loadPlanning } from './load-planning.ts'
import { loadQuality } from './load-quality.ts'
import { loadRelated } from './load-related.ts'

/** What a page needs beyond its entry: what the home page links to, summaries, and its part of the head. */
export async function load(request: LoadRequest<ContentMessages>): Promise<LoadResult> {
  const { route, slot } = request
  if (!route.mappedEntry)
    throw contentError('mfe-content/no-model', { details: { view: slot.view, path: route.currentPath } })
  const model = asModel<HomeModel>(route.mappedEntry)
  const [own, quality] = await Promise.all([
    loadView(request, model),
    // Without it the author has the page as it is, and no panel.
    inTime(loadQuality(request, isShared(request, model) ? route.canonicalPath : null)).catch(
      (problem: unknown) => ({ problem }),
    ),
  ])
  const actions = [...(own.actions ?? []), ...addressOf(request, model)]
  return {
    ...own,
    ...(actions.length > 0 && { actions }),
    ...quality,
    head: { ...pageHead(slot.view, route, request.language), ...own.head },
  }
}

/** Authors wait no longer than this for what is said about their page: the page itself has to be there in time. */
const QUALITY_MS = 1_000

async function inTime(work: Promise<LoadResult>): Promise<LoadResult> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(contentError('mfe-content/review-late')), QUALITY_MS)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/** Views of pages that are about one thing, which visitors pass on and say whether it was of use. */
const SHARED: readonly string[] = ['content', 'news', 'event', 'venue', 'planning', 'document', 'councillor']

/** The address to pass on. A page with a form has none: it has been of use once that is sent. */
const addressOf = (request: LoadRequest<ContentMessages>, model: PageModel): readonly Action[] =>
  request.route.canonicalPath && isShared(request, model)
    ? [addressKnown(`${request.origin}${request.route.canonicalPath}`)]
    : []

const isShared = ({ slot }: LoadRequest<ContentMessages>, { blocks }: PageModel): boolean =>
  SHARED.includes(slot.view) && !blocks.some(({ type }) => type === 'form')

async function loadView(request: LoadRequest<ContentMessages>, model: HomeModel): Promise<LoadResult> {
  switch (request.slot.view) {
    case 'landing':
      return loadLanding(request)
    case 'home':
      return loadHome(request, model)
    case 'planning':
      return loadPlanning(request, asModel(request.route.mappedEntry ?? {}))
    case 'venue':
      return loadNow(doorsNow(asModel(request.route.mappedEntry ?? {})))
    case 'event':
      return loadNow(runningNow(asModel(request.route.mappedEntry ?? {})))
    case 'news':
    case 'document':
    case 'councillor':
      return loadRelated(request)
    default:
      return loadLookup(request, model)
  }
}

/** What came of a look-up by street, on the pages that have one. */
async function loadLookup(request: LoadRequest<ContentMessages>, { blocks }: HomeModel): Promise<LoadResult> {
  if (blocks.some(({ type }) => type === 'collectionDays')) return loadCollections(request)
  return blocks.some(({ type }) => type === 'councillorFinder') ? loadCouncillors(request) : {}
}

/** How the subject of the page stands now, and until when it does. */
const loadNow = ({ changesAt, ...now }: AsOfNow & { readonly changesAt: number }): LoadResult => ({
  actions: [asOfNow(now)],
  ...(Number.isFinite(changesAt) && { validUntil: changesAt }),
})

const runningNow = ({ dates }: EventModel) =>
  dates ? runningDates(dates, Date.now()) : { changesAt: Infinity }

function doorsNow({ openingHours }: VenueModel) {
  const opening = openingAt(openingHours, Date.now())
  return opening ? { opening, changesAt: opening.until } : { changesAt: Infinity }
}

/** The slots inside a page, which its route tells: their data is loaded beside the page's own. */
export const slots = ({ route }: Pick<SlotsRequest, 'route'>): readonly NestedSlot[] => nestedSlots(route)
