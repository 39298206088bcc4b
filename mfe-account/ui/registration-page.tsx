import { registrationRequested } from '@tessera/shared/store'
import { Link } from '@tessera/shared/ui'
import { AccountFormView } from './account-form.tsx'
import { AccountScreen } from './account-screen.tsx'
import styles from './account.module.css'
import { Outcome } from './outcome.tsx'
import type { ScreenProps } from './screen-props.ts'

/** The screen to create an account. Its success message is the same for an address that has an account already; only the email differs. */
export function RegistrationPage(props: ScreenProps) {
  const { account, user, language, messages, links, dispatch, onRefuse } = props
  const { success, isLoading, error } = user.registration
  if (success || account.outcome)
    return (
      <AccountScreen messages={{ title: messages.forms.registration.title, intro: '' }}>
        <Outcome {...messages.outcomes.registered} isNews={success}>
          {account.leavingTo && <a href={account.leavingTo}>{messages.continue}</a>}
        </Outcome>
        <p>
          <Link href={links.signIn}>{messages.signIn}</Link>
        </p>
      </AccountScreen>
    )
  return (
    <AccountScreen messages={messages.forms.registration}>
      <AccountFormView
        form="registration"
        messages={messages}
        hidden={{ redirect_uri: account.returnPath, language }}
        account={account}
        isBusy={isLoading}
        errorMessage={error?.message ?? null}
        onRefuse={onRefuse}
        onSend={(fields) => dispatch(registrationRequested(fields))}
      />
      <ul className={styles['links']}>
        <li>
          <Link href={links.signIn}>{messages.haveAccount}</Link>
        </li>
      </ul>
    </AccountScreen>
  )
}
