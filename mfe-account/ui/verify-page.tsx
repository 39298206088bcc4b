import { Link } from '@tessera/shared/ui'
import { confirmationRequested, verificationRequested } from '../state/account-events.ts'
import { AccountFormView } from './account-form.tsx'
import { AccountScreen } from './account-screen.tsx'
import { Outcome } from './outcome.tsx'
import type { ScreenProps } from './screen-props.ts'

/** The link in the mail that confirms an address: a button that does so, what became of it, and a way to another such mail. */
export function VerifyPage(props: ScreenProps) {
  const { account, words, links } = props
  const { verification, confirmation } = account
  const outcome = confirmation.sent ? 'verified' : verification.sent ? 'sent' : account.outcome
  if (outcome)
    return (
      <AccountScreen words={{ title: words.forms.verify.title, intro: '' }}>
        <Outcome {...words.outcomes[outcome]} isNews={confirmation.sent || verification.sent} />
        <p>
          <Link {...(outcome === 'verified' ? { className: 'button' } : {})} href={links.signIn}>
            {words.signIn}
          </Link>
        </p>
      </AccountScreen>
    )
  return account.token === null ? <AskAgain {...props} /> : <Confirm {...props} />
}

function Confirm({ account, language, words, dispatch, onRefuse }: ScreenProps) {
  return (
    <AccountScreen words={words.forms.confirm}>
      <AccountFormView
        form="confirm"
        words={words}
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

function AskAgain({ account, language, words, dispatch, onRefuse }: ScreenProps) {
  return (
    <AccountScreen words={words.forms.verify}>
      <AccountFormView
        form="verify"
        words={words}
        hidden={{ language }}
        account={account}
        isBusy={account.verification.isSending}
        errorMessage={account.verification.error?.message ?? null}
        onRefuse={onRefuse}
        onSend={(fields) => dispatch(verificationRequested(fields))}
      />
    </AccountScreen>
  )
}
