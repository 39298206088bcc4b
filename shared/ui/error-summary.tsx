import { useId } from 'react'
import { controlIn, focusInSight, takeFocus } from './focus-control.ts'
import styles from './error-summary.module.css'

/** One error, and the id of its control. */
export interface SummaryError {
  readonly controlId: string
  readonly message: string
}

/** Props of the list of errors. */
export interface ErrorSummaryProps {
  readonly title: string
  readonly errors: readonly SummaryError[]
  /** Whether it takes the focus when it appears: after a refused submit, never on first load. */
  readonly takesFocus?: boolean
  /** Whether it is in the server's markup, after a post without JavaScript: the browser then focuses it by `autofocus`. */
  readonly isFromServer?: boolean
}

/**
 * A titled list of errors, each a link that moves focus to its field. Without JavaScript the links jump to the control.
 * Renders nothing when there are no errors.
 */
export function ErrorSummary({ title, errors, takesFocus = false, isFromServer = false }: ErrorSummaryProps) {
  const titleId = useId()
  if (errors.length === 0) return null
  return (
    <div
      className={styles['summary']}
      ref={takesFocus ? takeFocus : null}
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
                focusInSight(controlIn(event.currentTarget, controlId))
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
