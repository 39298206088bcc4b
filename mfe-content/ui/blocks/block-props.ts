import type { Block } from '../../domain/page-model.ts'
import type { ContentMessages } from '../../messages/index.ts'

/** Props of every block component. */
export interface BlockProps<T extends Block['type']> {
  readonly block: Extract<Block, { readonly type: T }>
  /** Level of a heading inside the block, so that no level is skipped. */
  readonly level: 2 | 3
  readonly messages: ContentMessages
}
