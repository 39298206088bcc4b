import { ACCOUNT_ENDPOINTS } from '@tessera/shared/config'
import type { User } from '@tessera/shared/contract'
import { Link } from '@tessera/shared/ui'
import type { AccountMessages } from '../messages/index.ts'
import styles from './account.module.css'
import type { AccountLinks } from './account-links.ts'

interface UserMenuProps {
  readonly visitor: User | null
  readonly language: string
  readonly links: AccountLinks
  readonly messages: AccountMessages
}

/**
 * The header's account menu. For signed-in users: name, links and sign-out, as a disclosure and a form that need no JavaScript. For
 * others: a sign-in link that returns to this page; the shell updates links with `data-return-here` on navigation.
 */
export function UserMenu({ visitor, language, links, messages }: UserMenuProps) {
  if (!visitor)
    return (
      <a href={links.signIn} rel="nofollow" data-return-here="">
        {messages.signIn}
      </a>
    )
  return (
    <details className={styles['menu']}>
      <summary>
        <span className="visually-hidden">{messages.accountOf} </span>
        <span className={styles['name']}>{visitor.name}</span>
      </summary>
      <ul>
        <li>
          <Link href={links.changePassword}>{messages.changePassword}</Link>
        </li>
        <li>
          <form method="post" action={ACCOUNT_ENDPOINTS.signOut}>
            <input type="hidden" name="language" value={language} />
            <button type="submit">{messages.signOut}</button>
          </form>
        </li>
      </ul>
    </details>
  )
}
