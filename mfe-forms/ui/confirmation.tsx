import { useEffect, useRef } from 'react'
import { RichText } from '@tessera/shared/ui'
import type { Form } from '../domain/form-model.ts'
import type { FormsMessages } from '../messages/index.ts'
import styles from './form.module.css'

interface ConfirmationProps {
  readonly form: Form
  readonly formPostId: string | null
  readonly messages: FormsMessages
}

/** What stands in the form's place once it was sent. It takes focus, for the button that had it is gone. */
export function Confirmation({ form, formPostId, messages }: ConfirmationProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <div className={styles['confirmation']} ref={box} role="status" tabIndex={-1}>
      {form.confirmationHtml ? <RichText html={form.confirmationHtml} /> : <p>{messages.success}</p>}
      {formPostId && (
        <p>
          {messages.reference} <strong>{formPostId}</strong>
        </p>
      )}
    </div>
  )
}
