import { createElement, type ComponentType } from 'react'
import { levelOf } from '../domain/composer.ts'
import type { Block } from '../domain/page-model.ts'
import type { ContentMessages } from '../messages/index.ts'
import type { BlockProps } from './blocks/block-props.ts'
import { BLOCKS } from './blocks/block-table.ts'
import styles from './composer.module.css'

/** The blocks of a page in the editor's order. A block's own heading is one level below a preceding heading block. */
export function Composer({
  blocks,
  messages,
  wide = false,
}: {
  readonly blocks: readonly Block[]
  readonly messages: ContentMessages
  /** Whether the page has no side column, so that short lists may use its full width. */
  readonly wide?: boolean
}) {
  if (blocks.length === 0) return null
  return (
    <div className={`prose ${styles.composer} ${wide ? styles.wide : ''}`.trim()}>
      {blocks.map((block, index) =>
        createElement(BLOCKS[block.type] as ComponentType<BlockProps<Block['type']>>, {
          key: index,
          block,
          level: levelOf(blocks, index),
          messages,
        }),
      )}
    </div>
  )
}
