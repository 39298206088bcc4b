import type { BlockProps } from './block-props.ts'

/** A heading with an id to link to. */
export const HeadingBlock = ({ block }: BlockProps<'heading'>) => <h2 id={block.id}>{block.text}</h2>
