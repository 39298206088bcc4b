import { Picture } from '@tessera/shared/ui'
import { PageHeader } from './page-header.tsx'
import type { PageProps } from './page-props.ts'
import styles from './intro-band.module.css'

/** The full-width header of landing and listing pages, with the image beside the text. */
export const IntroBand = ({ page: { model, route, messages } }: { readonly page: PageProps }) => (
  <div className={styles.band}>
    <div className={`wrap ${styles.intro} ${model.image ? styles.withPicture : ''}`}>
      <PageHeader model={model} route={route} messages={messages} />
      {model.image && (
        <Picture image={model.image} sizes="(min-width: 56rem) 26rem, 93vw" priority wideOnly />
      )}
    </div>
  </div>
)
