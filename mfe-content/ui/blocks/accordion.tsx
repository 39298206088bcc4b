import { RichText } from '@tessera/shared/ui'
import type { BlockProps } from './block-props.ts'
import styles from './blocks.module.css'

/** Questions that open on their answers, by the browser's own element: it needs no script and finds text when closed. */
export const AccordionBlock = ({ block }: BlockProps<'accordion'>) => (
  <div className={styles.accordion}>
    {block.items.map(({ heading, html }) => (
      <details key={heading}>
        <summary>{heading}</summary>
        <RichText html={html} className="prose" />
      </details>
    ))}
  </div>
)
