import { CardList } from '@tessera/shared/ui'
import type { BlockProps } from './block-props.ts'

/** A linked entry as a card. */
export const EntryCardBlock = ({ block, level, messages }: BlockProps<'entryCard'>) => (
  <CardList cards={[block.card]} level={level} messages={messages} layout="wide" />
)
