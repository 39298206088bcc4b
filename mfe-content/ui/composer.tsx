import { createElement, type ComponentType } from 'react'
import type { Block } from '../domain/page-model.ts'
import type { ContentMessages } from '../messages/index.ts'
import type { BlockProps } from './blocks/block-props.ts'
import { BLOCKS } from './blocks/block-table.ts'
import styles from './composer.module.css'

/** The blocks of a page in the editor's order. Blocks with a heading of their own stand below the last heading block. */
export function Composer({
  blocks,
  messages,
}: {
  readonly blocks: readonly Block[]
  readonly messages: ContentMessages
}) {
  if (blocks.length === 0) return null
  const firstHeading = blocks.findIndex(({ type }) => type === 'heading')
  return (
    <div className={`prose ${styles.composer}`}>
      {blocks.map((block, index) =>
        createElement(BLOCKS[block.type] as ComponentType<BlockProps<Block['type']>>, {
          key: index,
          block,
          level: firstHeading !== -1 && firstHeading < index ? 3 : 2,
          messages,
        }),
      )}
    </div>
  )
}
