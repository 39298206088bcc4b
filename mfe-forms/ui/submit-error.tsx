import type { FormsMessages } from '../messages/index.ts'
import type { SubmitStatus } from '../state/form-state.ts'
import styles from './form.module.css'

interface SubmitErrorProps {
  readonly status: SubmitStatus
  readonly messages: FormsMessages
}

/** Why the form was not sent, as far as is known. What was filled in stays. Source: specification 8, Forms. */
export function SubmitError({ status, messages }: SubmitErrorProps) {
  if (status.success !== false) return null
  const { errors, failure, customPostErrors } = status
  const causes = [
    ...(failure ? [messages.failures[failure]] : []),
    ...errors,
    ...(customPostErrors ? [messages.customPostError(customPostErrors.join(', '))] : []),
  ]
  return (
    <div className={styles['failure']} role="alert">
      <h2>{messages.submitError}</h2>
      {causes.map((cause) => (
        <p key={cause}>{cause}</p>
      ))}
      <p>{messages.noCause}</p>
    </div>
  )
}
