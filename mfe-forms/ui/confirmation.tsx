import { useEffect, useRef } from 'react'
import { RichText } from '@tessera/shared/ui'
import type { FormDefinition } from '../domain/form-definition.ts'
import type { FormsMessages } from '../messages/index.ts'
import type { SubmitStatus } from '../state/form-state.ts'
import styles from './outcome.module.css'

interface ConfirmationProps {
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
export function Confirmation({ definition, status, hidesReference, messages }: ConfirmationProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  const { formPostId, successMessage } = status
  const { confirmationHtml: html } = definition
  return (
    <div className={styles['confirmation']} ref={box} role="status" tabIndex={-1} data-sent="">
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
