import { readTexts } from '@tessera/shared/content'
import type { NestedSlot, RouteState } from '@tessera/shared/contract'
import { levelOf } from './composer.ts'
import { asModel, type Block, type HomeModel, type ListingModel } from './page-model.ts'

/** Id of the slot for the list, or the lists, of a listing page. */
export const LISTING_SLOT = 'listing'

/** Id of the slot for the quality panel of previews. */
export const QUALITY_SLOT = 'quality'

/** The slots of other remotes: forms, short lists, and the list or lists of a listing page. The page around them stays static. */
export function nestedSlots({ mappedEntry, entry }: RouteState): readonly NestedSlot[] {
  if (mappedEntry === null) return []
  const model = asModel<Partial<HomeModel> & ListingModel>(mappedEntry)
  // Entries that the page already shows, and the page's own entry.
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
    // A second copy of a form on the page is filled in and sent separately.
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

/** The list of a listing page is essential: if it fails the page fails, because an empty list would be wrong. */
function listingSlots({ listing, composition, title }: ListingModel): readonly NestedSlot[] {
  const slot = { id: LISTING_SLOT, remote: 'mfe-search', hydrate: 'visible', essential: true } as const
  if (listing !== undefined) return [{ ...slot, view: 'listing', props: { listing, title } }]
  return composition === undefined ? [] : [{ ...slot, view: 'composition', props: { composition } }]
}
