import { Link, useSelector } from '@tessera/shared/ui'
import { contentConfig } from '../content.config.ts'
import type { ContentsItem } from '../domain/contents.ts'
import { sitePage } from '../domain/site-page.ts'
import type { ContentMessages } from '../messages/index.ts'
import { selectContent } from '../state/content.slice.ts'
import blocks from './blocks/blocks.module.css'
import { EntryLink } from './entry-link.tsx'
import type { PageProps } from './page-props.ts'
import styles from './page-aside.module.css'

/** The table of contents of a long page. */
export function Contents({
  parts,
  messages,
}: {
  readonly parts: readonly ContentsItem[]
  readonly messages: ContentMessages
}) {
  return (
    <nav className={styles.contents} aria-labelledby="page-contents">
      <h2 id="page-contents">{messages.onThisPage}</h2>
      <ul>
        {parts.map(({ id, text }) => (
          <li key={id}>
            <a href={`#${encodeURIComponent(id)}`}>{text}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Links to related entries of the same type. */
export function Related({ heading }: { readonly heading: string }) {
  const { related } = useSelector(selectContent)
  if (related.length === 0) return null
  return (
    <section className={blocks.links}>
      <h2>{heading}</h2>
      <ul>
        {related.map((link) => (
          <li key={link.href}>
            <EntryLink link={link} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/**
 * The end of a page: the feedback question, and sharing. The answers link to the feedback page with this page's path prefilled. With
 * JavaScript the host submits the answer from here (`data-answer`: shell/browser/share/answer-form.client.ts) and shares the URL
 * (`data-share`: share.client.ts). The key makes React replace the element on another page, since the host changes its DOM.
 */
export function PageEnd({ page }: { readonly page: PageProps }) {
  const { model, route, language, messages } = page
  const { address } = useSelector(selectContent)
  if (address === null) return null
  const feedback = sitePage(contentConfig.feedbackPaths, language)
  const answer = (useful?: 'yes' | 'no') =>
    `${feedback?.path}?page=${encodeURIComponent(route.currentPath)}${useful ? `&useful=${useful}` : ''}`
  const mail = `mailto:?subject=${encodeURIComponent(model.title)}&body=${encodeURIComponent(address)}`
  return (
    <aside key={address} className={styles.end} aria-label={messages.aboutThisPage}>
      {feedback && (
        <p data-answers="">
          <span>{messages.isUseful}</span>
          <Link href={answer('yes')} hrefLang={feedback.hrefLang} rel="nofollow" data-answer="">
            {messages.usefulYes}
          </Link>
          <Link href={answer('no')} hrefLang={feedback.hrefLang} rel="nofollow" data-answer="">
            {messages.usefulNo}
          </Link>
          <span role="status" data-thanks={messages.usefulThanks} />
          <span data-after="" hidden>
            <Link href={answer()} hrefLang={feedback.hrefLang} rel="nofollow">
              {messages.usefulMore}
            </Link>
          </span>
        </p>
      )}
      <p>
        <span>{messages.sharePage}</span>
        <a href={mail}>{messages.shareByMail}</a>
        <button type="button" data-share={address} data-copied={messages.linkCopied}>
          {messages.shareLink}
        </button>
        <span role="status" />
      </p>
    </aside>
  )
}
