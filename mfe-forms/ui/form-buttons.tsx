import type { MouseEvent } from 'react'
import type { FormAction } from '@tessera/shared/contract'
import type { FormsMessages } from '../messages/index.ts'
import styles from './form.module.css'

interface FormButtonsProps {
  readonly submitLabel: string
  readonly hasPrevious: boolean
  readonly hasNext: boolean
  /** Before that, the buttons post the form to its page if the host accepts such posts (`canPost`); else they are disabled. */
  readonly isHydrated: boolean
  readonly canPost: boolean
  /** The status text while the form is sent; null otherwise. */
  readonly sending: string | null
  readonly onPrevious: () => void
  readonly messages: FormsMessages
}

/**
 * Pressing a button does not take the focus from a field: an error that is shown when a field is left would move the button away from the
 * pointer, and the press would be lost.
 */
const keepFocus = (event: MouseEvent) => event.preventDefault()

/** Of a double click, the second one would press whichever button is at that place of the next page. */
const ignoreSecond = (event: MouseEvent) => {
  if (event.detail < 2) return
  event.preventDefault()
  event.stopPropagation()
}

/** Name and value with which a button tells the server the requested action. */
const named = (value: FormAction) => ({ name: 'action', value })

/** The buttons "back" and "next". "Next" is the form's default button, so that Enter works. */
export function FormButtons(props: FormButtonsProps) {
  const { submitLabel, hasPrevious, hasNext, isHydrated, canPost, sending, onPrevious, messages } = props
  const isDisabled = !(isHydrated || canPost) || sending !== null
  const forward = named(hasNext ? 'next' : 'submit')
  return (
    <>
      <div
        className={styles['buttons']}
        role="presentation"
        onMouseDown={keepFocus}
        onClickCapture={ignoreSecond}
      >
        {hasPrevious && !isHydrated && (
          // Enter presses the first button of a form.
          <button className={styles['hidden']} type="submit" {...forward} tabIndex={-1} aria-hidden />
        )}
        {hasPrevious && (
          <button
            className="button button--quiet"
            type={isHydrated ? 'button' : 'submit'}
            {...named('previous')}
            disabled={isDisabled}
            onClick={onPrevious}
          >
            {messages.previousPage}
          </button>
        )}
        <button className="button" type="submit" {...forward} disabled={isDisabled}>
          {hasNext ? messages.nextPage : submitLabel}
        </button>
      </div>
      <p className={styles['sending']} role="status">
        {sending}
      </p>
      {!isHydrated && !canPost && (
        <noscript>
          <p>{messages.needsScript}</p>
        </noscript>
      )}
    </>
  )
}
