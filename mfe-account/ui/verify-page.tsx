import { Link } from '@tessera/shared/ui'
import { verificationRequested } from '../state/account-events.ts'
import { AccountFormView } from './account-form.tsx'
import { AccountScreen } from './account-screen.tsx'
import { Outcome } from './outcome.tsx'
import type { ScreenProps } from './screen-props.ts'

/** What became of the link in the mail that confirms an address, and a way to another such mail. */
export function VerifyPage({ account, language, words, links, dispatch, onRefuse }: ScreenProps) {
  const { sent, isSending } = account.verification
  const outcome = sent ? 'sent' : account.outcome
  if (outcome)
    return (
      <AccountScreen words={{ title: words.forms.verify.title, intro: '' }}>
        <Outcome {...words.outcomes[outcome]} isNews={sent} />
        <p>
          <Link href={links.signIn}>{words.signIn}</Link>
        </p>
      </AccountScreen>
    )
  return (
    <AccountScreen words={words.forms.verify}>
      <AccountFormView
        form="verify"
        words={words}
        hidden={{ language }}
        account={account}
        isBusy={isSending}
        onRefuse={onRefuse}
        onSend={(fields) => dispatch(verificationRequested(fields))}
      />
    </AccountScreen>
  )
}
