import { signInRequested } from '@tessera/shared/store'
import { Link } from '@tessera/shared/ui'
import { AccountFormView } from './account-form.tsx'
import { AccountScreen } from './account-screen.tsx'
import styles from './account.module.css'
import { Outcome } from './outcome.tsx'
import type { ScreenProps } from './screen-props.ts'

/** Sign in with a name and a password. Source: specification 2, /account/login. */
export function SignInPage(props: ScreenProps) {
  const { account, user, visitor, language, messages, links, dispatch, onRefuse } = props
  const { returnPath, outcome, leavingTo } = account
  const target = returnPath ?? (links.home === '/' ? null : links.home)
  if (leavingTo)
    return (
      <AccountScreen messages={{ ...messages.forms['sign-in'], intro: '' }}>
        <Outcome title={messages.leaving.title} text={messages.leaving.text} isNews>
          {/* For a browser that was kept from going there. */}
          <a href={leavingTo}>{messages.continue}</a>
        </Outcome>
      </AccountScreen>
    )
  return (
    <AccountScreen messages={messages.forms['sign-in']}>
      {outcome && <Outcome {...messages.outcomes[outcome]} isNews={false} />}
      {visitor && <p className={styles['note']}>{messages.signedInAs(visitor.name)}</p>}
      <AccountFormView
        form="sign-in"
        messages={messages}
        hidden={{ redirect_uri: target, language }}
        account={account}
        isBusy={user.authenticationState.isLoading}
        errorMessage={user.authenticationState.errorMessage}
        onRefuse={onRefuse}
        onSend={({ username = '', password = '' }) =>
          dispatch(signInRequested({ username, password, returnPath: target }))
        }
      />
      <ul className={styles['links']}>
        <li>
          <Link href={links.forgotPassword}>{messages.forgotten}</Link>
        </li>
        <li>
          <Link href={links.registration}>{messages.createAccount}</Link>
        </li>
      </ul>
    </AccountScreen>
  )
}
