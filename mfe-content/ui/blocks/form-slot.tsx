import { Slot } from '@tessera/shared/ui'
import type { BlockProps } from './block-props.ts'
import styles from './blocks.module.css'
import { SubHeading } from './sub-heading.tsx'

/** The slot of a form, which another remote renders. */
export const FormBlock = ({ block, level }: BlockProps<'form'>) => (
  <section className={styles.form}>
    {block.heading && <SubHeading level={level} text={block.heading} />}
    <Slot id={block.id} />
  </section>
)
