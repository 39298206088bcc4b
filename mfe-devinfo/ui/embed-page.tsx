import { attributesOf } from '../domain/embed-choice.ts'
import { addressOnSite, snippetsOf } from '../domain/embed-snippets.ts'
import type { VersionMessages } from '../messages/index.ts'
import type { EmbedState } from '../state/devinfo.slice.ts'
import { EmbedChoiceForm } from './embed-choice-form.tsx'
import { EmbedPreview } from './embed-preview.tsx'
import { EmbedSnippet } from './embed-snippet.tsx'
import styles from './embed.module.css'

interface EmbedPageProps {
  /** Null for visitors who are not staff. */
  readonly embed: EmbedState | null
  /** Path of this page. */
  readonly path: string
  readonly messages: VersionMessages
}

/** The embed page: staff choose a form or a search, see a preview, and copy the code for the other site. */
export function EmbedPage({ embed, path, messages: { embed: messages, ...others } }: EmbedPageProps) {
  return (
    <div className={`wrap ${styles['page']}`}>
      <h1>{messages.title}</h1>
      {embed ? (
        <>
          <p>{messages.intro}</p>
          <p>
            <a href="version">{others.title}</a>
          </p>
          <div className={styles['columns']}>
            <EmbedChoiceForm {...embed} path={path} messages={messages} />
            <Shown {...embed} messages={messages} />
          </div>
        </>
      ) : (
        <p>{others.staffOnly}</p>
      )}
    </div>
  )
}

function Shown({
  choice,
  site,
  fixed,
  messages,
}: EmbedState & { readonly messages: VersionMessages['embed'] }) {
  const attributes = attributesOf(choice)
  if (!attributes)
    return <p role="status">{choice.show === 'form' ? messages.wantsForm : messages.wantsName}</p>
  const link = { href: addressOnSite(choice, site), text: messages.linkText }
  return (
    <div className={styles['shown']}>
      <h2>{messages.preview}</h2>
      <p>{messages.isReal}</p>
      <EmbedPreview key={JSON.stringify(choice)} {...{ choice, attributes, link, messages }} />
      <h2>{messages.snippets}</h2>
      <p>{messages.origins}</p>
      {snippetsOf({ choice, site, linkText: link.text, fixed }).map((snippet) => (
        <EmbedSnippet key={snippet.way} {...snippet} messages={messages} />
      ))}
    </div>
  )
}
