import { useState, type ReactNode } from 'react'
import type { FormsMessages } from '../messages/index.ts'
import styles from './form.module.css'

interface InstructionsProps {
  /** Of what is shown and hidden. */
  readonly id: string
  readonly label: string
  readonly messages: FormsMessages
  readonly children: ReactNode
}

/** What helps with a field, behind a button. Without script it is in sight: the style sheet says so. Source: specification 2. */
export function Instructions({ id, label, messages, children }: InstructionsProps) {
  const [isShown, setShown] = useState(false)
  return (
    <>
      <button
        className={styles['help']}
        type="button"
        aria-expanded={isShown}
        aria-controls={id}
        onClick={() => setShown(!isShown)}
      >
        {messages.instructions}
        <span className="visually-hidden">: {label}</span>
      </button>
      <p className={styles['instructions']} id={id} hidden={!isShown}>
        {children}
      </p>
    </>
  )
}
