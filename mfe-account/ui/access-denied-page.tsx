import { Link } from '@tessera/shared/ui'
import type { AccountMessages } from '../messages.ts'
import styles from './account.module.css'

interface AccessDeniedPageProps {
  readonly requestedPath: string | null
  readonly loginUrl: string
  readonly words: AccountMessages
}

/** For a signed-in visitor whose groups do not match: what was asked for, and ways on. Source: specification 2. */
export function AccessDeniedPage({ requestedPath, loginUrl, words }: AccessDeniedPageProps) {
  return (
    <div className={`wrap ${styles['page']}`}>
      <h1>{words.accessDenied}</h1>
      <p className="lead">{words.accessDeniedText}</p>
      {requestedPath && (
        <p>
          {words.requested} <code>{requestedPath}</code>
        </p>
      )}
      <p className={styles['ways']}>
        <Link className="button" href={loginUrl}>
          {words.signInAsOther}
        </Link>
        <Link className="button button--quiet" href="/">
          {words.homePage}
        </Link>
      </p>
    </div>
  )
}
