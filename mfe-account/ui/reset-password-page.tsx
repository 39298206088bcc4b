import { passwordResetRequested } from '@tessera/shared/store'
import { ErrorSummary, Link } from '@tessera/shared/ui'
import { AccountFormView } from './account-form.tsx'
import { AccountScreen } from './account-screen.tsx'
import { Outcome } from './outcome.tsx'
import type { ScreenProps } from './screen-props.ts'

/** The screen to set a new password with the token of the email. Without a token it only offers to request another email. */
export function ResetPasswordPage(props: ScreenProps) {
  const { account, user, language, messages, links, dispatch, onRefuse } = props
  const { sent, isSending, error } = user.resetPassword
  const { title } = messages.forms['reset-password']
  const isFirst = account.outcome === 'first-password'
  if (sent || (account.outcome && !isFirst))
    return (
      <AccountScreen messages={{ title, intro: '' }}>
        <Outcome {...messages.outcomes.reset} isNews={sent} />
        <p>
          <Link className="button" href={links.signIn}>
            {messages.signIn}
          </Link>
        </p>
      </AccountScreen>
    )
  if (account.token === null)
    return (
      <AccountScreen messages={{ title: messages.brokenLink, intro: '' }}>
        <ErrorSummary
          title={messages.problem}
          errors={[{ controlId: 'again', message: account.refusal ? messages.issues.link : messages.noLink }]}
          takesFocus={account.refusals > 0}
          isFromServer={account.refusals === 0}
        />
        <p>
          <Link id="again" className="button" href={links.forgotPassword}>
            {messages.askAgain}
          </Link>
        </p>
      </AccountScreen>
    )
  return (
    <AccountScreen
      messages={
        isFirst
          ? { title, intro: messages.outcomes['first-password'].text }
          : messages.forms['reset-password']
      }
    >
      <AccountFormView
        form="reset-password"
        messages={messages}
        hidden={{ token: account.token, language, done: isFirst ? account.outcome : null }}
        account={account}
        isBusy={isSending}
        errorMessage={error?.message ?? null}
        onRefuse={onRefuse}
        onSend={(fields) => dispatch(passwordResetRequested(fields))}
      />
    </AccountScreen>
  )
}
