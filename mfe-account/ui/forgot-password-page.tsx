import { resetMailRequested } from '@tessera/shared/store'
import { Link } from '@tessera/shared/ui'
import { AccountFormView } from './account-form.tsx'
import { AccountScreen } from './account-screen.tsx'
import { Outcome } from './outcome.tsx'
import type { ScreenProps } from './screen-props.ts'

/** Ask for the mail that leads to a new password. The answer is the same for known and unknown addresses. */
export function ForgotPasswordPage(props: ScreenProps) {
  const { account, user, language, words, links, dispatch, onRefuse } = props
  const { sent, isSending, error } = user.passwordResetRequest
  if (sent || account.outcome)
    return (
      <AccountScreen words={{ title: words.forms['forgot-password'].title, intro: '' }}>
        <Outcome {...words.outcomes.sent} isNews={sent} />
        <p>
          <Link href={links.signIn}>{words.signIn}</Link>
        </p>
      </AccountScreen>
    )
  return (
    <AccountScreen words={words.forms['forgot-password']}>
      <AccountFormView
        form="forgot-password"
        words={words}
        hidden={{ language }}
        account={account}
        isBusy={isSending}
        errorMessage={error?.message ?? null}
        onRefuse={onRefuse}
        onSend={(fields) => dispatch(resetMailRequested(fields))}
      />
    </AccountScreen>
  )
}
