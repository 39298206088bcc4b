import type { FormsMessages } from '../messages/index.ts'
import type { SubmitStatus } from '../state/form-state.ts'
import styles from './form.module.css'

interface SubmitErrorProps {
  readonly status: SubmitStatus
  readonly words: FormsMessages
}

/** Why the form was not sent, as far as is known. What was filled in stays. Source: specification 8, Forms. */
export function SubmitError({ status, words }: SubmitErrorProps) {
  if (status.success !== false) return null
  const { errors, failure, customPostErrors } = status
  const causes = [
    ...(failure ? [words.failures[failure]] : []),
    ...errors,
    ...(customPostErrors ? [words.customPostError(customPostErrors.join(', '))] : []),
  ]
  return (
    <div className={styles['failure']} role="alert">
      <h2>{words.submitError}</h2>
      {causes.map((cause) => (
        <p key={cause}>{cause}</p>
      ))}
      <p>{words.noCause}</p>
    </div>
  )
}
