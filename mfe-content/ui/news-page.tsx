import { formatDate } from '@tessera/shared/messages'
import type { NewsModel } from '../domain/page-model.ts'
import { PageLayout } from './page-layout.tsx'
import type { PageProps } from './page-props.ts'
import styles from './page-layout.module.css'

/** A news article: when, by whom and about what, then the story. */
export function NewsPage(page: PageProps<NewsModel>) {
  const { model, messages } = page
  const meta = (model.date || model.author || model.topic) && (
    <p className={styles.meta}>
      {model.date && (
        <span>
          {messages.published} <time dateTime={model.date}>{formatDate(model.date, messages.dates)}</time>
        </span>
      )}
      {model.author && (
        <span>
          {messages.by} {model.author}
        </span>
      )}
      {model.topic && <span>{model.topic}</span>}
    </p>
  )
  return <PageLayout page={page} meta={meta} />
}
