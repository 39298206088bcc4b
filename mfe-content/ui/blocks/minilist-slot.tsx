import { Slot } from '@tessera/shared/ui'
import type { BlockProps } from './block-props.ts'

/** The slot of a short list. mfe-search renders it with its heading, so that an empty list has no heading. */
export const MinilistBlock = ({ block }: BlockProps<'minilist'>) => <Slot id={block.id} />
