import { signInRequested } from '@tessera/shared/store'
import { Link } from '@tessera/shared/ui'
import { AccountFormView } from './account-form.tsx'
import { AccountScreen } from './account-screen.tsx'
import styles from './account.module.css'
import { Outcome } from './outcome.tsx'
import type { ScreenProps } from './screen-props.ts'

/** Sign in with a name and a password. Source: specification 2, /account/login. */
export function SignInPage(props: ScreenProps) {
  const { account, user, visitor, language, words, links, dispatch, onRefuse } = props
  const { returnPath, outcome, leavingTo } = account
  const target = returnPath ?? (links.home === '/' ? null : links.home)
  if (leavingTo)
    return (
      <AccountScreen words={{ ...words.forms['sign-in'], intro: '' }}>
        <Outcome title={words.leaving.title} text={words.leaving.text} isNews>
          {/* For a browser that was kept from going there. */}
          <a href={leavingTo}>{words.continue}</a>
        </Outcome>
      </AccountScreen>
    )
  return (
    <AccountScreen words={words.forms['sign-in']}>
      {outcome && <Outcome {...words.outcomes[outcome]} isNews={false} />}
      {visitor && <p className={styles['note']}>{words.signedInAs(visitor.name)}</p>}
      <AccountFormView
        form="sign-in"
        words={words}
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
          <Link href={links.forgotPassword}>{words.forgotten}</Link>
        </li>
        <li>
          <Link href={links.registration}>{words.createAccount}</Link>
        </li>
      </ul>
    </AccountScreen>
  )
}
