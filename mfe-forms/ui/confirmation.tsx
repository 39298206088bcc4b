import { useEffect, useRef } from 'react'
import { RichText } from '@tessera/shared/ui'
import type { FormDefinition } from '../domain/form-definition.ts'
import type { FormsMessages } from '../messages/index.ts'
import type { SubmitStatus } from '../state/form-state.ts'
import styles from './form.module.css'

interface ConfirmationProps {
  readonly definition: FormDefinition
  readonly status: SubmitStatus
  /** Whether the reference number is kept from the visitor. */
  readonly hidesReference: boolean
  readonly messages: FormsMessages
}

/** What stands in the form's place once it was sent. It takes focus, for the button that had it is gone. */
export function Confirmation({ definition, status, hidesReference, messages }: ConfirmationProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  const { formPostId, successMessage } = status
  return (
    <div className={styles['confirmation']} ref={box} role="status" tabIndex={-1}>
      {definition.confirmationHtml ? (
        <RichText html={definition.confirmationHtml} />
      ) : (
        <p>{successMessage ?? messages.success}</p>
      )}
      {formPostId && !hidesReference && (
        <p>
          {messages.reference} <strong>{formPostId}</strong>
        </p>
      )}
    </div>
  )
}
