import { IMAGE_ASSET_FIELDS } from '@tessera/shared/content'
import type { LoadRequest, LoadResult } from '@tessera/shared/contract'
import { CARD_FIELDS } from '../domain/card-fields.ts'
import { readEntryCards } from '../domain/entry-links.ts'
import type { PlanningModel } from '../domain/page-model.ts'
import { consultationEnd, streetOf } from '../domain/planning.ts'
import { asOfNow, nearbyLoaded } from './content.slice.ts'
import { searchOrNull } from './search-or-null.ts'

const MOST_NEARBY = 5

/** Determines whether an application is open for comments, and loads others in its street by one optional search. */
export async function loadPlanning(request: LoadRequest, model: PlanningModel): Promise<LoadResult> {
  const { route, language } = request
  const street = model.address && streetOf(model.address)
  const end = consultationEnd(model)
  const isOpen = end !== null && Date.now() < end
  const { items, result } = street
    ? await searchOrNull(request, {
        where: [
          { field: 'sys.contentTypeId', equalTo: 'planningApplication' },
          { field: 'sys.language', equalTo: route.entry?.sys.language ?? language },
          { field: 'address', contains: street },
          { not: [{ field: 'sys.id', equalTo: route.entryID ?? '' }] },
        ],
        orderBy: ['-received'],
        pageSize: MOST_NEARBY,
        fields: ['entryTitle', ...IMAGE_ASSET_FIELDS, ...CARD_FIELDS],
        linkDepth: 0,
      })
    : { items: [], result: {} }
  return {
    ...result,
    actions: [asOfNow({ isOpen }), nearbyLoaded(readEntryCards(items ?? [], language))],
    ...(isOpen && { validUntil: end }),
  }
}
