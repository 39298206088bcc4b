import { useEffect, useRef } from 'react'
import { RichText } from '@tessera/shared/ui'
import type { FormDefinition } from '../domain/form-definition.ts'
import type { FormsMessages } from '../messages/index.ts'
import type { SubmitStatus } from '../state/form-state.ts'
import styles from './outcome.module.css'

interface ConfirmationProps {
  readonly definition: FormDefinition
  readonly status: SubmitStatus
  /** Whether the reference number is kept from the visitor. */
  readonly hidesReference: boolean
  readonly messages: FormsMessages
}

/**
 * What stands in the form's place once it was sent. It takes focus, for the button that had it is gone. By `data-sent` pages know that what
 * introduces the form is not wanted any more.
 */
export function Confirmation({ definition, status, hidesReference, messages }: ConfirmationProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  const { formPostId, successMessage } = status
  return (
    <div className={styles['confirmation']} ref={box} role="status" tabIndex={-1} data-sent="">
      <h2>{messages.sent}</h2>
      {formPostId && !hidesReference && (
        <p className={styles['reference']}>
          {messages.reference} <strong>{formPostId}</strong>
        </p>
      )}
      <WhatNext html={definition.confirmationHtml} text={successMessage} messages={messages} />
    </div>
  )
}

interface WhatNextProps {
  /** What the author says. */
  readonly html: string | null
  /** What the answer says, where the author says nothing. */
  readonly text: string | null
  readonly messages: FormsMessages
}

function WhatNext({ html, text, messages }: WhatNextProps) {
  if (!html && !text) return <p>{messages.success}</p>
  return (
    <>
      <h3>{messages.whatNext}</h3>
      {html ? <RichText html={html} /> : <p>{text}</p>}
    </>
  )
}
