import type { ComponentType } from 'react'
import type { Block } from '../../domain/page-model.ts'
import { AccordionBlock } from './accordion.tsx'
import type { BlockProps } from './block-props.ts'
import { CallToActionBlock } from './call-to-action.tsx'
import { CollectionDaysBlock } from './collection-days.tsx'
import { CouncillorFinderBlock } from './councillor-finder.tsx'
import { EntryCardBlock } from './entry-card.tsx'
import { FormBlock } from './form-slot.tsx'
import { HeadingBlock } from './heading.tsx'
import { ImageBlock } from './image.tsx'
import { LinkListBlock } from './link-list.tsx'
import { MinilistBlock } from './minilist-slot.tsx'
import { QuoteBlock } from './quote.tsx'
import { RichTextBlock } from './rich-text.tsx'
import { TableBlock } from './table.tsx'

/** Composer item type → component, one row each; READERS in domain/composer.ts has the corresponding reader. */
export const BLOCKS: { readonly [T in Block['type']]: ComponentType<BlockProps<T>> } = {
  heading: HeadingBlock,
  richText: RichTextBlock,
  image: ImageBlock,
  quote: QuoteBlock,
  linkList: LinkListBlock,
  entryCard: EntryCardBlock,
  table: TableBlock,
  accordion: AccordionBlock,
  callToAction: CallToActionBlock,
  form: FormBlock,
  minilist: MinilistBlock,
  collectionDays: CollectionDaysBlock,
  councillorFinder: CouncillorFinderBlock,
}
