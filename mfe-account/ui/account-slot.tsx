import { LOGIN_PATH } from '@tessera/shared/config'
import type { SlotProps } from '@tessera/shared/contract'
import { useSelector } from '@tessera/shared/ui'
import { signInUrl } from '../domain/return-path.ts'
import { messages } from '../messages.ts'
import { selectAccount } from '../state/account.slice.ts'
import { AccessDeniedPage } from './access-denied-page.tsx'
import { SignInPage } from './sign-in-page.tsx'
import { UserMenu } from './user-menu.tsx'

/** One of the account views, from the state of the page it stands on. Nothing for a view that it does not know. */
export function AccountSlot({ view }: SlotProps) {
  const account = useSelector(selectAccount)
  const language = useSelector((state) => state.page.head.language)
  const path = useSelector((state) => state.routing.currentPath)
  const words = messages(language)
  switch (view) {
    case 'sign-in':
      return (
        <SignInPage
          action={LOGIN_PATH}
          returnPath={account.returnPath}
          problem={account.problem}
          words={words}
        />
      )
    case 'access-denied':
      return (
        <AccessDeniedPage
          requestedPath={account.requestedPath}
          loginUrl={signInUrl(LOGIN_PATH, account.requestedPath ?? '/')}
          words={words}
        />
      )
    case 'user-menu':
      return <UserMenu signInUrl={signInUrl(LOGIN_PATH, path)} words={words} />
    default:
      return null
  }
}
