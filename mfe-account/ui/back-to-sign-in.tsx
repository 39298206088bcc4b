import { Link } from '@tessera/shared/ui'
import styles from './account.module.css'
import type { ScreenProps } from './screen-props.ts'

/** Below a form that somebody has come to on their way to sign in. */
export const BackToSignIn = ({ messages, links }: Pick<ScreenProps, 'messages' | 'links'>) => (
  <ul className={styles['links']}>
    <li>
      <Link href={links.signIn}>{messages.signIn}</Link>
    </li>
  </ul>
)
