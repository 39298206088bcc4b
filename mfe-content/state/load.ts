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

/** Loads what a page needs besides its entry: data of its view, the quality panel of previews, and its parts of the head. */
export async function load(request: LoadRequest<ContentMessages>): Promise<LoadResult> {
  const { route, slot } = request
  if (!route.mappedEntry)
    throw contentError('mfe-content/no-model', { details: { view: slot.view, path: route.currentPath } })
  const model = asModel<HomeModel>(route.mappedEntry)
  const [own, quality] = await Promise.all([
    loadView(request, model),
    // If the review fails, the preview is shown without the panel.
    withTimeout(loadQuality(request, isShared(request, model) ? route.canonicalPath : null)).catch(
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

/** Deadline of the review, so that it does not delay the previewed page. */
const QUALITY_MS = 1_000

async function withTimeout(work: Promise<LoadResult>): Promise<LoadResult> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(contentError('mfe-content/review-late')), QUALITY_MS)
  })
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer))
}

/** Views of pages on a single subject: these offer sharing and the feedback question. */
const SHARED: readonly string[] = ['content', 'news', 'event', 'venue', 'planning', 'document', 'councillor']

/** The action with the URL for sharing. Pages with a form offer neither sharing nor feedback: submitting the form is their purpose. */
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
      return loadNow(openingNow(asModel(request.route.mappedEntry ?? {})))
    case 'event':
      return loadNow(datesNow(asModel(request.route.mappedEntry ?? {})))
    case 'news':
    case 'document':
    case 'councillor':
      return loadRelated(request)
    default:
      return loadLookup(request, model)
  }
}

/** Loads the result of a street look-up, on pages that have one. */
async function loadLookup(request: LoadRequest<ContentMessages>, { blocks }: HomeModel): Promise<LoadResult> {
  if (blocks.some(({ type }) => type === 'collectionDays')) return loadCollections(request)
  return blocks.some(({ type }) => type === 'councillorFinder') ? loadCouncillors(request) : {}
}

/** The result of a loader for time-dependent facts, valid until they change. */
const loadNow = ({ changesAt, ...now }: AsOfNow & { readonly changesAt: number }): LoadResult => ({
  actions: [asOfNow(now)],
  ...(Number.isFinite(changesAt) && { validUntil: changesAt }),
})

const datesNow = ({ dates }: EventModel) =>
  dates ? runningDates(dates, Date.now()) : { changesAt: Infinity }

function openingNow({ openingHours }: VenueModel) {
  const opening = openingAt(openingHours, Date.now())
  return opening ? { opening, changesAt: opening.until } : { changesAt: Infinity }
}

/** The nested slots of a page. The route determines them, so their data is loaded in parallel with the page's own. */
export const slots = ({ route }: Pick<SlotsRequest, 'route'>): readonly NestedSlot[] => nestedSlots(route)
