import { RichText } from '@tessera/shared/ui'
import type { BlockProps } from './block-props.ts'
import styles from './blocks.module.css'

/** Expandable panels with the native <details>, which needs no JavaScript, and in which find-in-page also searches closed panels. */
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
