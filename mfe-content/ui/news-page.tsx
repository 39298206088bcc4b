import { formatDate } from '@tessera/shared/messages'
import type { NewsModel } from '../domain/page-model.ts'
import { useSelector } from '@tessera/shared/ui'
import { selectContent } from '../state/content.slice.ts'
import { Related } from './page-aside.tsx'
import { PageLayout } from './page-layout.tsx'
import type { PageProps } from './page-props.ts'
import styles from './page-layout.module.css'

/** A news article: date, author and topic, then the text. */
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
  const hasRelated = useSelector(selectContent).related.length > 0
  return (
    <PageLayout page={page} meta={meta} side={hasRelated && <Related heading={messages.relatedPages} />} />
  )
}
