import { Slot } from '@tessera/shared/ui'
import type { BlockProps } from './block-props.ts'
import styles from './blocks.module.css'
import { SubHeading } from './sub-heading.tsx'

/** The place of a form: another remote fills it. */
export const FormBlock = ({ block, level }: BlockProps<'form'>) => (
  <section className={styles.form}>
    {block.heading && <SubHeading level={level} text={block.heading} />}
    <Slot id={block.id} />
  </section>
)
