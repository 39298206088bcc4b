import { registrationRequested } from '@tessera/shared/store'
import { Link } from '@tessera/shared/ui'
import { AccountFormView } from './account-form.tsx'
import { AccountScreen } from './account-screen.tsx'
import styles from './account.module.css'
import { Outcome } from './outcome.tsx'
import type { ScreenProps } from './screen-props.ts'

/** Create an account. What it says afterwards is the same for an address that has one already: the mail knows. */
export function RegistrationPage(props: ScreenProps) {
  const { account, user, language, words, links, dispatch, onRefuse } = props
  const { success, isLoading, error } = user.registration
  if (success || account.outcome)
    return (
      <AccountScreen words={{ title: words.forms.registration.title, intro: '' }}>
        <Outcome {...words.outcomes.registered} isNews={success}>
          {account.leavingTo && <a href={account.leavingTo}>{words.continue}</a>}
        </Outcome>
        <p>
          <Link href={links.signIn}>{words.signIn}</Link>
        </p>
      </AccountScreen>
    )
  return (
    <AccountScreen words={words.forms.registration}>
      <AccountFormView
        form="registration"
        words={words}
        hidden={{ redirect_uri: account.returnPath, language }}
        account={account}
        isBusy={isLoading}
        errorMessage={error?.message ?? null}
        onRefuse={onRefuse}
        onSend={(fields) => dispatch(registrationRequested(fields))}
      />
      <ul className={styles['links']}>
        <li>
          <Link href={links.signIn}>{words.haveAccount}</Link>
        </li>
      </ul>
    </AccountScreen>
  )
}
