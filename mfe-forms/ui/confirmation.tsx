import { RichText, takeFocus } from '@tessera/shared/ui'
import type { FormDefinition } from '../domain/form-definition.ts'
import type { FormsMessages } from '../messages/index.ts'
import type { SubmitStatus } from '../state/form-state.ts'
import styles from './outcome.module.css'

interface ConfirmationProps {
  /** The id of the form, to which a browser without script scrolls after the post. */
  readonly id: string
  readonly definition: FormDefinition
  readonly status: SubmitStatus
  /** Whether the reference number is hidden from the visitor. */
  readonly hidesReference: boolean
  readonly messages: FormsMessages
}

/**
 * Replaces the form once it was sent. It takes the focus, since the button that had it is gone. Pages use `data-sent` to hide the
 * introduction to the form.
 */
export function Confirmation({ id, definition, status, hidesReference, messages }: ConfirmationProps) {
  const { formPostId, successMessage } = status
  const { confirmationHtml: html } = definition
  return (
    <div className={styles['confirmation']} id={id} ref={takeFocus} role="status" tabIndex={-1} data-sent="">
      <h2>{messages.sent}</h2>
      {formPostId && !hidesReference && (
        <p className={styles['reference']}>
          {messages.reference} <strong>{formPostId}</strong>
        </p>
      )}
      {html || successMessage ? <h3>{messages.whatNext}</h3> : <p>{messages.success}</p>}
      {/* The author's confirmation, else that of the answer. */}
      {html ? <RichText html={html} /> : successMessage && <p>{successMessage}</p>}
    </div>
  )
}
