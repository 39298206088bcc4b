import type { ReactNode } from 'react'
import styles from './field-frame.module.css'

/** What a control needs to be tied to its frame: spread it on the input. */
export interface ControlAttributes {
  readonly id: string
  readonly 'aria-describedby'?: string
  readonly 'aria-invalid'?: true
}

/** A field's frame. */
export interface FieldFrameProps {
  /** Id of the control; for a group, of the group itself. */
  readonly id: string
  readonly label: string
  /** Stands after the label, e.g. "(optional)". */
  readonly marker?: string | undefined
  /** What to enter, in one sentence. */
  readonly hint?: ReactNode
  readonly error?: string | undefined
  /** Several controls under one legend: radios, checkboxes, the parts of an address. */
  readonly isGroup?: boolean
  readonly className?: string | undefined
  readonly children: (control: ControlAttributes) => ReactNode
}

/** Label, hint and error of a field, tied to its control for every reader: by `for`, by legend, by description. */
export function FieldFrame({
  id,
  label,
  marker,
  hint,
  error,
  isGroup = false,
  className,
  children,
}: FieldFrameProps) {
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const described = [hint && hintId, error && errorId].filter(Boolean).join(' ')
  const tie = {
    ...(described ? { 'aria-describedby': described } : {}),
    ...(error ? { 'aria-invalid': true as const } : {}),
  }
  const caption = (
    <>
      {/* One text: between two, React puts a comment, at which Chromium leaves out the space. */}
      {marker ? `${label} ` : label}
      {marker && <span className={styles['marker']}>{marker}</span>}
    </>
  )
  const notes = (
    <>
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
  // A group takes focus from the error summary; aria-invalid is not for groups, so the error is in its description alone.
  return (
    <fieldset className={frameClass} id={id} tabIndex={-1} aria-describedby={described || undefined}>
      <legend className={styles['label']}>{caption}</legend>
      {notes}
      {children({ id, ...tie })}
    </fieldset>
  )
}
