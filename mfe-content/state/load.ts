import type { LoadRequest, LoadResult, NestedSlot, SlotsRequest } from '@tessera/shared/contract'
import { formIds, formSlotId } from '../domain/composer.ts'
import { pageHead } from '../domain/page-head.ts'
import { asModel, type HomeModel, type ListingModel, type PageModel } from '../domain/page-model.ts'
import type { ContentMessages } from '../messages/index.ts'
import { contentError } from '../errors.ts'
import { loadHome } from './load-home.ts'
import { loadLanding } from './load-landing.ts'
import { loadListing } from './load-listing.ts'

/** What a page needs beyond its entry: listings, the home page's lists, and its part of the head. */
export async function load(request: LoadRequest<ContentMessages>): Promise<LoadResult> {
  const { route, slot } = request
  if (!route.mappedEntry)
    throw contentError('mfe-content/no-model', { details: { view: slot.view, path: route.currentPath } })
  const model = asModel<PageModel>(route.mappedEntry)
  const own = await loadView(request, model)
  return {
    ...own,
    head: { ...pageHead(slot.view, route, request.language), ...own.head },
  }
}

async function loadView(request: LoadRequest<ContentMessages>, model: PageModel): Promise<LoadResult> {
  switch (request.slot.view) {
    case 'landing':
      return loadLanding(request)
    case 'home':
      return loadHome(request, model as HomeModel)
    case 'listing':
      return loadListing(request, model as ListingModel)
    default:
      return {}
  }
}

/** One nested slot per form: the form's own remote fills it, and the page around it stays static. */
export const slots = ({ route }: Pick<SlotsRequest, 'route'>): readonly NestedSlot[] =>
  route.mappedEntry === null
    ? []
    : formIds(asModel<PageModel>(route.mappedEntry).blocks).map((formId) => ({
        id: formSlotId(formId),
        remote: 'mfe-forms',
        view: 'form',
        hydrate: 'visible',
        props: { formId },
      }))
