import { Picture } from '@tessera/shared/ui'
import { PageHeader } from './page-header.tsx'
import type { PageProps } from './page-props.ts'
import styles from './intro-band.module.css'

/** The header of a page that leads to others, across the whole window, with its image beside it. */
export const IntroBand = ({ page: { model, route, messages } }: { readonly page: PageProps }) => (
  <div className={styles.band}>
    <div className={`wrap ${styles.intro}`}>
      <PageHeader model={model} route={route} messages={messages} />
      {model.image && (
        <Picture image={model.image} sizes="(min-width: 56rem) 26rem, 93vw" priority wideOnly />
      )}
    </div>
  </div>
)
