import { useState, type ReactNode } from 'react'
import type { FormsMessages } from '../messages/index.ts'
import styles from './form.module.css'

interface InstructionsProps {
  /** Id of the element that is shown and hidden. */
  readonly id: string
  readonly label: string
  readonly messages: FormsMessages
  readonly children: ReactNode
}

/** Instructions for a field, shown by a button. Without script they are always visible, by the style sheet. Source: specification 2. */
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
