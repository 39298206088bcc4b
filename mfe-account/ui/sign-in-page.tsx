import { ErrorSummary, FieldFrame } from '@tessera/shared/ui'
import type { AccountMessages, SignInProblem } from '../messages.ts'
import styles from './account.module.css'

interface SignInPageProps {
  /** Where the form is posted to. */
  readonly action: string
  readonly returnPath: string | null
  readonly problem: SignInProblem | null
  readonly words: AccountMessages
}

/** A plain form that a password manager understands and that posts before any script runs. Pasting is allowed. */
export function SignInPage({ action, returnPath, problem, words }: SignInPageProps) {
  return (
    <div className={`wrap ${styles['page']}`}>
      <h1>{words.signInTitle}</h1>
      <p className="lead">{words.signInIntro}</p>
      <ErrorSummary
        title={words.problem}
        errors={problem ? [{ controlId: 'username', message: words.signInErrors[problem] }] : []}
      />
      <form className={styles['card']} method="post" action={action}>
        {returnPath && <input type="hidden" name="redirect_uri" value={returnPath} />}
        <FieldFrame id="username" label={words.username}>
          {(control) => (
            <input
              {...control}
              name="username"
              type="text"
              required
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={254}
            />
          )}
        </FieldFrame>
        <FieldFrame id="password" label={words.password}>
          {(control) => (
            <input
              {...control}
              name="password"
              type="password"
              required
              autoComplete="current-password"
              maxLength={1024}
            />
          )}
        </FieldFrame>
        <button className="button" type="submit">
          {words.submit}
        </button>
      </form>
    </div>
  )
}
