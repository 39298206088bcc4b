import type { BlockProps } from './block-props.ts'
import styles from './blocks.module.css'

/** A quotation and its source. */
export const QuoteBlock = ({ block }: BlockProps<'quote'>) => (
  <figure className={styles.quote}>
    <blockquote>
      <p>{block.text}</p>
    </blockquote>
    {block.source && <figcaption>{block.source}</figcaption>}
  </figure>
)
