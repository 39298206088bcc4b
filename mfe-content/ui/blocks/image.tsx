import { Picture } from '@tessera/shared/ui'
import type { BlockProps } from './block-props.ts'
import styles from './blocks.module.css'

/** An image with its caption. */
export const ImageBlock = ({ block: { image } }: BlockProps<'image'>) => (
  <figure className={styles.figure}>
    <Picture image={image} sizes="(min-width: 45rem) 42rem, calc(100vw - 2.2rem)" />
    {image.caption && <figcaption>{image.caption}</figcaption>}
  </figure>
)
