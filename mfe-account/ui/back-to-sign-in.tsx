import { Link } from '@tessera/shared/ui'
import styles from './account.module.css'
import type { ScreenProps } from './screen-props.ts'

/** A link to the sign-in screen, below other forms. */
export const BackToSignIn = ({ messages, links }: Pick<ScreenProps, 'messages' | 'links'>) => (
  <ul className={styles['links']}>
    <li>
      <Link href={links.signIn}>{messages.signIn}</Link>
    </li>
  </ul>
)
