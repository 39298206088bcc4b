import type { MouseEvent } from 'react'
import type { FormsMessages } from '../messages/index.ts'
import styles from './form.module.css'

interface FormButtonsProps {
  readonly submitLabel: string
  readonly hasPrevious: boolean
  readonly hasNext: boolean
  /** False until the form is hydrated: until then the buttons are disabled. */
  readonly isHydrated: boolean
  readonly isSubmitting: boolean
  readonly onPrevious: () => void
  readonly messages: FormsMessages
}

/**
 * A press takes the focus from no field: what is said when a field is left would move the button from under the pointer, and the press
 * would be lost.
 */
const keepFocus = (event: MouseEvent) => event.preventDefault()

/** The buttons "back" and "next". "Next" is the form's default button, so that Enter works. */
export function FormButtons(props: FormButtonsProps) {
  const { submitLabel, hasPrevious, hasNext, isHydrated, isSubmitting, onPrevious, messages } = props
  const isDisabled = !isHydrated || isSubmitting
  return (
    <>
      <div className={styles['buttons']}>
        {hasPrevious && (
          <button
            className="button button--quiet"
            type="button"
            disabled={isDisabled}
            onMouseDown={keepFocus}
            onClick={onPrevious}
          >
            {messages.previous}
          </button>
        )}
        <button className="button" type="submit" disabled={isDisabled} onMouseDown={keepFocus}>
          {hasNext ? messages.next : submitLabel}
        </button>
      </div>
      <p className={styles['sending']} role="status">
        {isSubmitting && messages.submitting}
      </p>
      {!isHydrated && (
        <noscript>
          <p>{messages.needsScript}</p>
        </noscript>
      )}
    </>
  )
}
