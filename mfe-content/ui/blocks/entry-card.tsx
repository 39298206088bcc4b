import { CardList } from '../card-list.tsx'
import type { BlockProps } from './block-props.ts'

/** One other entry as a card. */
export const EntryCardBlock = ({ block, level, words }: BlockProps<'entryCard'>) => (
  <CardList cards={[block.card]} level={level} words={words} layout="wide" />
)
