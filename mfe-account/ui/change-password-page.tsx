import { passwordChangeRequested } from '@tessera/shared/store'
import { Link } from '@tessera/shared/ui'
import { AccountFormView } from './account-form.tsx'
import { AccountScreen } from './account-screen.tsx'
import { Outcome } from './outcome.tsx'
import type { ScreenProps } from './screen-props.ts'

/** The screen to change the signed-in user's password; the current password proves the user's identity. */
export function ChangePasswordPage(props: ScreenProps) {
  const { account, user, visitor, language, messages, links, dispatch, onRefuse } = props
  const { sent, isSending, error } = user.changePassword
  if (sent || account.outcome)
    return (
      <AccountScreen messages={{ title: messages.forms['change-password'].title, intro: '' }}>
        <Outcome {...messages.outcomes.changed} isNews={sent} />
        <p>
          <Link href={links.home}>{messages.homePage}</Link>
        </p>
      </AccountScreen>
    )
  const hasEnded = account.refusal?.issues.some(({ code, field }) => code === 'expired' || field === 'userId')
  return (
    <AccountScreen messages={messages.forms['change-password']}>
      <AccountFormView
        form="change-password"
        messages={messages}
        hidden={{ userId: visitor?.id ?? null, language }}
        account={account}
        isBusy={isSending}
        errorMessage={error?.message ?? null}
        username={visitor?.username}
        onRefuse={onRefuse}
        onSend={(fields) => dispatch(passwordChangeRequested(fields))}
      />
      {hasEnded && (
        <p>
          <Link href={links.signIn}>{messages.signInAgain}</Link>
        </p>
      )}
    </AccountScreen>
  )
}
