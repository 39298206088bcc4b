import { Link } from '@tessera/shared/ui'
import type { AccountMessages } from '../messages.ts'

interface UserMenuProps {
  readonly signInUrl: string
  readonly words: AccountMessages
}

/** The header's account link: to sign in, and to come back here afterwards. */
export function UserMenu({ signInUrl, words }: UserMenuProps) {
  return (
    <Link href={signInUrl} rel="nofollow">
      {words.signIn}
    </Link>
  )
}
