import { Link } from '@tessera/shared/ui'
import { AccountScreen } from './account-screen.tsx'
import styles from './account.module.css'
import type { ScreenProps } from './screen-props.ts'

/** For users without the right group, or who have signed out since: the requested path, and links to continue. Source: specification 2. */
export function AccessDeniedPage({ account: { requestedPath }, visitor, messages, links }: ScreenProps) {
  const { title, text, signedOutText, requested } = messages.accessDenied
  return (
    <AccountScreen messages={{ title, intro: visitor ? text : signedOutText }}>
      {requestedPath && (
        <p>
          {requested} <code>{readable(requestedPath)}</code>
        </p>
      )}
      <p className={styles['ways']}>
        <Link className="button" href={links.signIn}>
          {visitor ? messages.signInAsOther : messages.signIn}
        </Link>
        <Link className="button button--quiet" href={links.home}>
          {messages.homePage}
        </Link>
      </p>
    </AccountScreen>
  )
}

/** A path as its visitor knows it: with its letters in place of their codes. */
function readable(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path // not encoded as UTF-8
  }
}
