import { IMAGE_ASSET_FIELDS } from '@tessera/shared/content'
import type { LoadRequest, LoadResult } from '@tessera/shared/contract'
import { CARD_FIELDS } from '../domain/card-fields.ts'
import { inOrderOf, readEntryCards, readLinks } from '../domain/entry-links.ts'
import type { HomeModel } from '../domain/page-model.ts'
import { spotlightAt, SPOTLIGHT_FIELDS } from '../domain/spotlight.ts'
import { homeLinksLoaded } from './content.slice.ts'
import { searchOrNull } from './search-or-null.ts'

/** Most entries that are loaded for links and cards of the home page; an entry may be found in several languages. */
const MOST_LINKED = 100

/** Loads the entries for the home page's links and cards in one search, with only the fields that these show. */
export async function loadHome(
  request: LoadRequest,
  { quickLinks, highlights, spotlight }: HomeModel,
): Promise<LoadResult> {
  const refs = [...quickLinks, ...highlights]
  if (refs.length === 0) return {}
  const { language } = request
  const { items, result } = await searchOrNull(request, {
    where: [
      { field: 'sys.id', in: [...new Set(refs.map(({ id }) => id))] },
      { field: 'sys.language', in: [...new Set(refs.map((ref) => ref.language ?? language))] },
    ],
    pageSize: MOST_LINKED,
    // Besides these, every answer has the basic system members.
    fields: ['entryTitle', 'entryDescription', ...IMAGE_ASSET_FIELDS, ...CARD_FIELDS, ...SPOTLIGHT_FIELDS],
    fieldLinkDepths: { image: 1, photo: 1 },
  })
  const linked = items ?? []
  const { shown, changesAt } = spotlightAt(inOrderOf(highlights, linked), spotlight, Date.now())
  return {
    ...result,
    actions: [
      homeLinksLoaded({
        quickLinks: readLinks(inOrderOf(quickLinks, linked), language),
        highlights: readEntryCards(shown, language),
      }),
    ],
    ...(Number.isFinite(changesAt) && { validUntil: changesAt }),
  }
}
