import { resetMailRequested } from '@tessera/shared/store'
import { Link } from '@tessera/shared/ui'
import { AccountFormView } from './account-form.tsx'
import { AccountScreen } from './account-screen.tsx'
import { BackToSignIn } from './back-to-sign-in.tsx'
import { Outcome } from './outcome.tsx'
import type { ScreenProps } from './screen-props.ts'

/** The screen to request a password reset email. Its answer is the same for known and unknown email addresses. */
export function ForgotPasswordPage(props: ScreenProps) {
  const { account, user, language, messages, links, dispatch, onRefuse } = props
  const { sent, isSending, error } = user.passwordResetRequest
  if (sent || account.outcome)
    return (
      <AccountScreen messages={{ title: messages.forms['forgot-password'].title, intro: '' }}>
        <Outcome {...messages.outcomes.sent} isNews={sent} />
        <p>
          <Link href={links.signIn}>{messages.signIn}</Link>
        </p>
      </AccountScreen>
    )
  return (
    <AccountScreen messages={messages.forms['forgot-password']}>
      <AccountFormView
        form="forgot-password"
        messages={messages}
        hidden={{ language }}
        account={account}
        isBusy={isSending}
        errorMessage={error?.message ?? null}
        onRefuse={onRefuse}
        onSend={(fields) => dispatch(resetMailRequested(fields))}
      />
      <BackToSignIn {...{ messages, links }} />
    </AccountScreen>
  )
}
