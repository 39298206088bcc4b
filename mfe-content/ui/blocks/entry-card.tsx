import { CardList } from '../card-list.tsx'
import type { BlockProps } from './block-props.ts'

/** One other entry as a card. */
export const EntryCardBlock = ({ block, level, language, words }: BlockProps<'entryCard'>) => (
  <CardList cards={[block.card]} level={level} language={language} words={words} layout="wide" />
)
