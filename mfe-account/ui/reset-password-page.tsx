import { passwordResetRequested } from '@tessera/shared/store'
import { ErrorSummary, Link } from '@tessera/shared/ui'
import { AccountFormView } from './account-form.tsx'
import { AccountScreen } from './account-screen.tsx'
import { Outcome } from './outcome.tsx'
import type { ScreenProps } from './screen-props.ts'

/** Choose a new password, with the token of the mail. Without one there is only the way to another mail. */
export function ResetPasswordPage(props: ScreenProps) {
  const { account, user, language, words, links, dispatch, onRefuse } = props
  const { sent, isSending, error } = user.resetPassword
  const title = words.forms['reset-password'].title
  if (sent || account.outcome)
    return (
      <AccountScreen words={{ title, intro: '' }}>
        <Outcome {...words.outcomes.reset} isNews={sent} />
        <p>
          <Link className="button" href={links.signIn}>
            {words.signIn}
          </Link>
        </p>
      </AccountScreen>
    )
  if (account.token === null)
    return (
      <AccountScreen words={{ title, intro: '' }}>
        <ErrorSummary
          title={words.problem}
          errors={[{ controlId: 'again', message: words.issues.link }]}
          takesFocus={account.refusals > 0}
          isFromServer={account.refusals === 0}
        />
        <p>
          <Link id="again" className="button" href={links.forgotPassword}>
            {words.askAgain}
          </Link>
        </p>
      </AccountScreen>
    )
  return (
    <AccountScreen words={words.forms['reset-password']}>
      <AccountFormView
        form="reset-password"
        words={words}
        hidden={{ token: account.token, language }}
        account={account}
        isBusy={isSending}
        errorMessage={error?.message ?? null}
        onRefuse={onRefuse}
        onSend={(fields) => dispatch(passwordResetRequested(fields))}
      />
    </AccountScreen>
  )
}
