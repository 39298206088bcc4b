import { Slot } from '@tessera/shared/ui'
import type { BlockProps } from './block-props.ts'

/** The place of a short list: search fills it, its heading included, so that nothing stands over a list that is empty. */
export const MinilistBlock = ({ block }: BlockProps<'minilist'>) => <Slot id={block.id} />
