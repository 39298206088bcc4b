import type { FormsMessages } from '../messages/index.ts'
import type { FilesStatus, SubmitStatus } from '../state/form-state.ts'
import styles from './outcome.module.css'

interface SubmitErrorProps {
  readonly id: string | undefined
  readonly status: SubmitStatus
  readonly messages: FormsMessages
}

/** Why the form was not sent, as far as is known. What was filled in is kept. Source: specification 8, Forms. */
export function SubmitError({ id, status, messages }: SubmitErrorProps) {
  if (status.success !== false) return null
  const { formData, customPost, files, failure, issues } = status
  const causes = [
    ...(failure ? [messages.failures[failure]] : []),
    ...formData.errors,
    ...(customPost.success === false ? [messages.customPostError(customPost.errors.join(', '))] : []),
    ...(files.success === false ? [filesCause(files, messages)] : []),
  ]
  // Problems with answers are told at their fields, and above the form.
  if (issues.length > 0 && causes.length === 0) return null
  return (
    <div className={styles['failure']} id={id} role="alert">
      <h2>{messages.submitError}</h2>
      {causes.map((cause) => (
        <p key={cause}>{cause}</p>
      ))}
      <p>{formData.success && files.success === false ? messages.filesMissing : messages.noCause}</p>
    </div>
  )
}

/** The errors of the files, else how many have arrived. */
const filesCause = ({ errors, processed, total }: FilesStatus, messages: FormsMessages): string =>
  messages.filesError(errors.join(' ') || (total > 0 ? messages.filesUploaded(processed, total) : ''))
