import type { BlockProps } from './block-props.ts'
import styles from './blocks.module.css'

/** Somebody's words, and whose they are. */
export const QuoteBlock = ({ block }: BlockProps<'quote'>) => (
  <figure className={styles.quote}>
    <blockquote>
      <p>{block.text}</p>
    </blockquote>
    {block.source && <figcaption>{block.source}</figcaption>}
  </figure>
)
