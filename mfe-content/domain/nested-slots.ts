import { readTexts } from '@tessera/shared/content'
import type { NestedSlot, RouteState } from '@tessera/shared/contract'
import { levelOf } from './composer.ts'
import { asModel, type Block, type HomeModel, type ListingModel } from './page-model.ts'

/** Id of the slot that holds the list, or the lists, of a listing page. */
export const LISTING_SLOT = 'listing'

/** Id of the slot that lists, in previews, what an author should look at. */
export const QUALITY_SLOT = 'quality'

/** The slots that other remotes fill: forms, short lists, and the list or lists of a listing page. The page around them stays static. */
export function nestedSlots({ mappedEntry, entry }: RouteState): readonly NestedSlot[] {
  if (mappedEntry === null) return []
  const model = asModel<Partial<HomeModel> & ListingModel>(mappedEntry)
  // What the page shows already, and the page itself.
  const shown = readTexts([entry?.sys.id, ...(model.highlights ?? []).map(({ id }) => id)])
  return [
    ...model.blocks.flatMap((block) => (block.type === 'form' ? [formSlot(block)] : [])),
    ...model.blocks.flatMap((block, index) =>
      block.type === 'minilist' ? [minilistSlot(block, levelOf(model.blocks, index), shown)] : [],
    ),
    ...listingSlots(model),
  ]
}

const formSlot = ({
  id,
  formId,
  provider,
  phrases,
  prefill,
}: Extract<Block, { readonly type: 'form' }>): NestedSlot => ({
  id,
  remote: 'mfe-forms',
  view: 'form',
  hydrate: 'visible',
  props: {
    formId,
    showSteps: true,
    ...(provider === undefined ? {} : { provider }),
    ...(phrases === undefined ? {} : { localisedPhrases: phrases }),
    ...(prefill === undefined ? {} : { prefill }),
    // The same form once more is filled in and sent for itself.
    ...(id === `form-${formId}` ? {} : { instance: id }),
  },
})

const minilistSlot = (
  { id, minilist, heading, link }: Extract<Block, { readonly type: 'minilist' }>,
  level: 2 | 3,
  excludeIds: readonly string[],
): NestedSlot => ({
  id,
  remote: 'mfe-search',
  view: 'minilist',
  hydrate: 'never',
  props: {
    minilist,
    level,
    excludeIds,
    ...(heading === undefined ? {} : { heading }),
    ...(link === undefined ? {} : { link: { ...link } }),
  },
})

/** A page about a list is nothing without it: a failed list fails the page, for an empty one would be a lie. */
function listingSlots({ listing, composition, title }: ListingModel): readonly NestedSlot[] {
  const slot = { id: LISTING_SLOT, remote: 'mfe-search', hydrate: 'visible', essential: true } as const
  if (listing !== undefined) return [{ ...slot, view: 'listing', props: { listing, title } }]
  return composition === undefined ? [] : [{ ...slot, view: 'composition', props: { composition } }]
}
