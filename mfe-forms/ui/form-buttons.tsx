import type { FormsMessages } from '../messages/index.ts'
import styles from './form.module.css'

interface FormButtonsProps {
  readonly submitLabel: string
  readonly hasPrevious: boolean
  readonly hasNext: boolean
  /** False until the script runs: a button that does nothing must not look as if it did. */
  readonly isHydrated: boolean
  readonly isSubmitting: boolean
  readonly onPrevious: () => void
  readonly messages: FormsMessages
}

/** The ways back and on. The one on is the form's default button, so that Enter works. */
export function FormButtons(props: FormButtonsProps) {
  const { submitLabel, hasPrevious, hasNext, isHydrated, isSubmitting, onPrevious, messages } = props
  const isDisabled = !isHydrated || isSubmitting
  return (
    <>
      <div className={styles['buttons']}>
        {hasPrevious && (
          <button className="button button--quiet" type="button" disabled={isDisabled} onClick={onPrevious}>
            {messages.previous}
          </button>
        )}
        <button className="button" type="submit" disabled={isDisabled}>
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
