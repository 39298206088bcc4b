import { useEffect, useId, useRef } from 'react'
import styles from './error-summary.module.css'

/** One thing to put right, and the id of the control that has it. */
export interface SummaryError {
  readonly controlId: string
  readonly message: string
}

/** The list of what is to be put right. */
export interface ErrorSummaryProps {
  readonly title: string
  readonly errors: readonly SummaryError[]
  /** Move focus here when it appears: after a refused submit, never on first load. */
  readonly takesFocus?: boolean
  /** It was there when the page came, after a post without script: the browser gives it the focus, with no script's help. */
  readonly isFromServer?: boolean
}

/**
 * A titled list of errors, each a link that moves focus to its field. The links are real: without script they jump to the
 * control. Nothing when there are no errors.
 */
export function ErrorSummary({ title, errors, takesFocus = false, isFromServer = false }: ErrorSummaryProps) {
  const titleId = useId()
  const box = useRef<HTMLDivElement>(null)
  const isShown = errors.length > 0
  useEffect(() => {
    if (isShown && takesFocus) box.current?.focus()
  }, [isShown, takesFocus])
  if (!isShown) return null
  return (
    <div
      className={styles['summary']}
      ref={box}
      role="alert"
      tabIndex={-1}
      aria-labelledby={titleId}
      // eslint-disable-next-line jsx-a11y/no-autofocus -- what went wrong comes first on a page that is there to say so
      autoFocus={isFromServer}
    >
      <h2 id={titleId}>{title}</h2>
      <ul>
        {errors.map(({ controlId, message }) => (
          <li key={`${controlId} ${message}`}>
            <a
              href={`#${controlId}`}
              onClick={(event) => {
                event.preventDefault()
                focusControl(event.currentTarget, controlId)
              }}
            >
              {message}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Scroll to a control's label as well as the control: focus alone leaves the label above the edge of a small screen. */
function focusControl(link: HTMLElement, id: string): void {
  const control = (link.getRootNode() as Document | ShadowRoot).getElementById(id)
  const label = control?.closest('fieldset, div')
  label?.scrollIntoView?.({ block: 'start' })
  control?.focus({ preventScroll: true })
}
