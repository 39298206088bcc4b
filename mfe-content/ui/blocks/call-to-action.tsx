import { Link } from '@tessera/shared/ui'
import type { BlockProps } from './block-props.ts'
import styles from './blocks.module.css'
import { SubHeading } from './sub-heading.tsx'

/** The one thing to do next. */
export const CallToActionBlock = ({ block, level }: BlockProps<'callToAction'>) => (
  <section className={styles.action}>
    <SubHeading level={level} text={block.heading} />
    {block.text && <p>{block.text}</p>}
    {block.link && (
      <Link className="button" href={block.link.href}>
        {block.link.title}
      </Link>
    )}
  </section>
)
