import { Link } from '@tessera/shared/ui'
import { confirmationRequested, verificationRequested } from '../state/account-events.ts'
import { AccountFormView } from './account-form.tsx'
import { AccountScreen } from './account-screen.tsx'
import { BackToSignIn } from './back-to-sign-in.tsx'
import { Outcome } from './outcome.tsx'
import type { ScreenProps } from './screen-props.ts'

/** The screen of the link in a confirmation email: a button that confirms the address, the outcome, and a form to request another email. */
export function VerifyPage(props: ScreenProps) {
  const { account, messages, links } = props
  const { verification, confirmation, leavingTo } = account
  if (leavingTo)
    return (
      <AccountScreen messages={{ title: messages.forms.confirm.title, intro: '' }}>
        <Outcome {...messages.outcomes['first-password']} isNews>
          {/* In case the browser does not navigate, or comes back. */}
          <a href={leavingTo}>{messages.continue}</a>
        </Outcome>
      </AccountScreen>
    )
  const outcome = confirmation.sent ? 'verified' : verification.sent ? 'sent' : account.outcome
  if (outcome)
    return (
      <AccountScreen messages={{ title: messages.forms.verify.title, intro: '' }}>
        <Outcome {...messages.outcomes[outcome]} isNews={confirmation.sent || verification.sent} />
        <p>
          <Link {...(outcome === 'verified' ? { className: 'button' } : {})} href={links.signIn}>
            {messages.signIn}
          </Link>
        </p>
      </AccountScreen>
    )
  return account.token === null ? <AskAgain {...props} /> : <Confirm {...props} />
}

function Confirm({ account, language, messages, dispatch, onRefuse }: ScreenProps) {
  return (
    <AccountScreen messages={messages.forms.confirm}>
      <AccountFormView
        form="confirm"
        messages={messages}
        hidden={{ token: account.token, language }}
        account={account}
        isBusy={account.confirmation.isSending}
        errorMessage={account.confirmation.error?.message ?? null}
        onRefuse={onRefuse}
        onSend={(fields) => dispatch(confirmationRequested(fields))}
      />
    </AccountScreen>
  )
}

function AskAgain({ account, language, messages, links, dispatch, onRefuse }: ScreenProps) {
  return (
    <AccountScreen messages={messages.forms.verify}>
      <AccountFormView
        form="verify"
        messages={messages}
        hidden={{ language }}
        account={account}
        isBusy={account.verification.isSending}
        errorMessage={account.verification.error?.message ?? null}
        onRefuse={onRefuse}
        onSend={(fields) => dispatch(verificationRequested(fields))}
      />
      <BackToSignIn {...{ messages, links }} />
    </AccountScreen>
  )
}
