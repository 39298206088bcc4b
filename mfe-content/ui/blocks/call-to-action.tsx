import { EntryLink } from '../entry-link.tsx'
import type { BlockProps } from './block-props.ts'
import styles from './blocks.module.css'
import { SubHeading } from './sub-heading.tsx'

/** A call to action: heading, text and a link as a button. */
export const CallToActionBlock = ({ block, level }: BlockProps<'callToAction'>) => (
  <section className={styles.action}>
    <SubHeading level={level} text={block.heading} />
    {block.text && <p>{block.text}</p>}
    {block.link && <EntryLink className="button" link={block.link} />}
  </section>
)
