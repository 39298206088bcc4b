import type { ReactElement, ReactNode } from 'react'
import styles from './field-frame.module.css'

/** Attributes that link a control to its label, hint and error; to be spread on the input. */
export interface ControlAttributes {
  readonly id: string
  readonly 'aria-describedby'?: string
  readonly 'aria-invalid'?: true
}

/** Props of a field's frame. */
export interface FieldFrameProps {
  /** Id of the control, or of the group itself. */
  readonly id: string
  readonly label: string
  /** Text after the label, e.g. "(optional)". */
  readonly marker?: string | undefined
  /** What to enter, in one sentence. */
  readonly hint?: ReactNode
  /** Help that a button shows. What has the id that it is given describes the field too, shown or not. */
  readonly help?: ReactElement<{ readonly id: string }> | false
  readonly error?: string | undefined
  /** Whether it has several controls under one legend: radios, checkboxes, the parts of an address. */
  readonly isGroup?: boolean
  readonly className?: string | undefined
  readonly children: (control: ControlAttributes) => ReactNode
}

/** Label, hint and error of a field, linked to its control for assistive technology by `for`, legend and `aria-describedby`. */
export function FieldFrame({
  id,
  label,
  marker,
  hint,
  help,
  error,
  isGroup,
  className,
  children,
}: FieldFrameProps) {
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const described = [help && help.props.id, hint && hintId, error && errorId].filter(Boolean).join(' ')
  const tie = {
    ...(described ? { 'aria-describedby': described } : {}),
    ...(error ? { 'aria-invalid': true as const } : {}),
  }
  const caption = (
    <>
      {/* One text node: React puts a comment between two, and Chromium then drops the space. */}
      {marker ? `${label} ` : label}
      {marker && <span className={styles['marker']}>{marker}</span>}
    </>
  )
  const notes = (
    <>
      {help && <div className={styles['hint']}>{help}</div>}
      {hint && (
        <div className={styles['hint']} id={hintId}>
          {hint}
        </div>
      )}
      {error && (
        <p className={styles['error']} id={errorId}>
          {error}
        </p>
      )}
    </>
  )
  const frameClass = [styles['field'], error && styles['isWrong'], className].filter(Boolean).join(' ')
  if (!isGroup)
    return (
      <div className={frameClass}>
        <label className={styles['label']} htmlFor={id}>
          {caption}
        </label>
        {notes}
        {children({ id, ...tie })}
      </div>
    )
  // Focusable, since the error summary links to groups. aria-invalid is not allowed on groups: the error is only their description.
  return (
    <fieldset className={frameClass} id={id} tabIndex={-1} aria-describedby={described || undefined}>
      <legend className={styles['label']}>{caption}</legend>
      {notes}
      {children({ id, ...tie })}
    </fieldset>
  )
}
