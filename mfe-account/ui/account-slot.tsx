import { languagePrefix } from '@tessera/shared/content'
import { isSameUser, selectUser, selectUserState } from '@tessera/shared/store'
import type { SlotProps } from '@tessera/shared/contract'
import { useSelector } from '@tessera/shared/ui'
import type { AccountMessages } from '../messages/index.ts'
import { formRefused } from '../state/account-events.ts'
import { selectAccount } from '../state/account-state.ts'
import { AccessDeniedPage } from './access-denied-page.tsx'
import { accountLinks } from './account-links.ts'
import { ChangePasswordPage } from './change-password-page.tsx'
import { ForgotPasswordPage } from './forgot-password-page.tsx'
import { RegistrationPage } from './registration-page.tsx'
import { ResetPasswordPage } from './reset-password-page.tsx'
import type { ScreenProps } from './screen-props.ts'
import { SignInPage } from './sign-in-page.tsx'
import { UserMenu } from './user-menu.tsx'
import { VerifyPage } from './verify-page.tsx'

/** The component of an account view. Renders nothing for an unknown view. */
export function AccountSlot({ view, store, messages }: SlotProps<AccountMessages>) {
  return view === 'user-menu' ? (
    <Menu messages={messages} />
  ) : (
    <Screen view={view} store={store} messages={messages} />
  )
}

type Slot = SlotProps<AccountMessages>

function Menu({ messages }: Pick<Slot, 'messages'>) {
  const { prefix, ...page } = usePage(messages)
  const here = useSelector(({ routing: { currentPath, location } }) => {
    // The path is decoded, and may hold a question mark.
    const path = currentPath.split('/').map(encodeURIComponent).join('/')
    return `${path}${location?.search ?? ''}`
  })
  return <UserMenu {...page} links={accountLinks(prefix, here)} />
}

function Screen({ view, store: { dispatch }, messages }: Pick<Slot, 'view' | 'store' | 'messages'>) {
  const account = useSelector(selectAccount)
  const user = useSelector(selectUserState)
  const { prefix, ...page } = usePage(messages)
  const props: ScreenProps = {
    ...page,
    account,
    user,
    links: accountLinks(prefix, account.returnPath ?? account.requestedPath),
    dispatch,
    onRefuse: (refusal) => dispatch(formRefused(refusal)),
  }
  switch (view) {
    case 'sign-in':
      return <SignInPage {...props} />
    case 'registration':
      return <RegistrationPage {...props} />
    case 'forgot-password':
      return <ForgotPasswordPage {...props} />
    case 'reset-password':
      return <ResetPasswordPage {...props} />
    case 'change-password':
      return <ChangePasswordPage {...props} />
    case 'verify':
      return <VerifyPage {...props} />
    case 'access-denied':
      return <AccessDeniedPage {...props} />
    default:
      return null
  }
}

/** The data of the page that both the screens and the menu need. */
function usePage(messages: AccountMessages) {
  const language = useSelector((state) => state.page.head.language)
  const prefix = useSelector((state) => languagePrefix(state.routing.currentPath, language))
  const visitor = useSelector(selectUser, isSameUser)
  return { language, prefix, visitor, messages }
}
