import { RichText } from '@tessera/shared/ui'
import type { BlockProps } from './block-props.ts'

/** Rich text, sanitised by the entry mapper. */
export const RichTextBlock = ({ block }: BlockProps<'richText'>) => (
  <RichText html={block.html} className="prose" />
)
