import { Link } from '@tessera/shared/ui'
import type { BlockProps } from './block-props.ts'
import styles from './blocks.module.css'
import { SubHeading } from './sub-heading.tsx'

/** Links to other pages under a heading. */
export const LinkListBlock = ({ block, level }: BlockProps<'linkList'>) => (
  <section className={styles.links}>
    {block.heading && <SubHeading level={level} text={block.heading} />}
    <ul>
      {block.links.map(({ href, title }) => (
        <li key={href}>
          <Link href={href}>{title}</Link>
        </li>
      ))}
    </ul>
  </section>
)
