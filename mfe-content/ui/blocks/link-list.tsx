import { EntryLink } from '../entry-link.tsx'
import type { BlockProps } from './block-props.ts'
import styles from './blocks.module.css'
import { SubHeading } from './sub-heading.tsx'

/** Links to other pages under a heading. */
export const LinkListBlock = ({ block, level }: BlockProps<'linkList'>) => (
  <section className={styles.links}>
    {block.heading && <SubHeading level={level} text={block.heading} />}
    <ul>
      {block.links.map((link) => (
        <li key={link.href}>
          <EntryLink link={link} />
        </li>
      ))}
    </ul>
  </section>
)
