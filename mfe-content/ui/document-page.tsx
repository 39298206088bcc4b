import { Link } from '@tessera/shared/ui'
import { formatBytes } from '../domain/format-bytes.ts'
import { formatDate } from '@tessera/shared/messages'
import type { DocumentModel } from '../domain/page-model.ts'
import { Facts } from './facts.tsx'
import { PageEnd, Related } from './page-aside.tsx'
import { PageHeader } from './page-header.tsx'
import type { PageProps } from './page-props.ts'
import styles from './page-layout.module.css'

/** A document to download. The link states type and size, since visitors may pay for their data. */
export function DocumentPage(page: PageProps<DocumentModel>) {
  const { model, route, language, messages } = page
  return (
    <article className={`wrap ${styles.page}`}>
      <PageHeader model={model} route={route} messages={messages} />
      <div className={styles.columns}>
        <div className={styles.text}>
          <Facts
            facts={[
              [messages.category, model.category],
              [
                messages.published,
                model.published && (
                  <time dateTime={model.published}>{formatDate(model.published, messages.dates)}</time>
                ),
              ],
            ]}
          />
          {model.file && (
            <p>
              <Link className="button" href={model.file.href} download="">
                {messages.download} {model.file.extension.toUpperCase()}
                {model.file.bytes && ` (${formatBytes(model.file.bytes, language)})`}
              </Link>
            </p>
          )}
          <PageEnd page={page} />
        </div>
        <div className={styles.side}>
          <Related heading={messages.relatedPages} />
        </div>
      </div>
    </article>
  )
}
