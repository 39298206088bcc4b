import { Link } from '@tessera/shared/ui'
import { AccountScreen } from './account-screen.tsx'
import styles from './account.module.css'
import type { ScreenProps } from './screen-props.ts'

/** For a signed-in visitor whose groups do not match: what was asked for, and ways on. Source: specification 2. */
export function AccessDeniedPage({ account: { requestedPath }, messages, links }: ScreenProps) {
  const { title, text, requested } = messages.accessDenied
  return (
    <AccountScreen messages={{ title, intro: text }}>
      {requestedPath && (
        <p>
          {requested} <code>{requestedPath}</code>
        </p>
      )}
      <p className={styles['ways']}>
        <Link className="button" href={links.signIn}>
          {messages.signInAsOther}
        </Link>
        <Link className="button button--quiet" href={links.home}>
          {messages.homePage}
        </Link>
      </p>
    </AccountScreen>
  )
}
