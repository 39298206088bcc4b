import type { BlockProps } from './block-props.ts'

/** A heading that other pages can link to. */
export const HeadingBlock = ({ block }: BlockProps<'heading'>) => <h2 id={block.id}>{block.text}</h2>
