import { ACCOUNT_ENDPOINTS } from '@tessera/shared/config'
import type { User } from '@tessera/shared/contract'
import { signInRequested } from '@tessera/shared/store'
import { Link } from '@tessera/shared/ui'
import { AccountFormView } from './account-form.tsx'
import { AccountScreen } from './account-screen.tsx'
import styles from './account.module.css'
import { Outcome } from './outcome.tsx'
import type { ScreenProps } from './screen-props.ts'

/** The screen to sign in with user name and password. Source: specification 2, /account/login. */
export function SignInPage(props: ScreenProps) {
  const { account, user, visitor, language, messages, links, dispatch, onRefuse } = props
  const { returnPath, outcome, leavingTo } = account
  const target = returnPath ?? (links.home === '/' ? null : links.home)
  if (leavingTo)
    return (
      <AccountScreen messages={{ ...messages.forms['sign-in'], intro: '' }}>
        <Outcome title={messages.leaving.title} text={messages.leaving.text} isNews>
          {/* In case the browser does not navigate. */}
          <a href={leavingTo}>{messages.continue}</a>
        </Outcome>
      </AccountScreen>
    )
  const shown = visitor ? { title: messages.leaving.title, intro: '' } : messages.forms['sign-in']
  return (
    <AccountScreen messages={shown}>
      {/* "Your session has ended" is no longer true if the user has signed in again meanwhile. */}
      {outcome && !(visitor && outcome === 'session-over') && (
        <Outcome {...messages.outcomes[outcome]} isNews={false} />
      )}
      {visitor && <SignedIn {...{ visitor, language, messages }} target={target ?? links.home} />}
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

interface SignedInProps extends Pick<ScreenProps, 'language' | 'messages'> {
  readonly visitor: User
  /** Path that the user was going to. */
  readonly target: string
}

/** For users who are already signed in: continue, or sign out; the form below is for another account. */
const SignedIn = ({ visitor, target, language, messages }: SignedInProps) => (
  <>
    <p className={styles['note']}>{messages.signedInAs(visitor.name)}</p>
    <form className={styles['ways']} method="post" action={ACCOUNT_ENDPOINTS.signOut}>
      <input type="hidden" name="language" value={language} />
      <Link className="button" href={target}>
        {messages.continue}
      </Link>
      <button className="button button--quiet" type="submit">
        {messages.signOut}
      </button>
    </form>
    <h2>{messages.useOther}</h2>
  </>
)
