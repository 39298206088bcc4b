import { memo, type ReactNode } from 'react'
import { FieldFrame, RichText } from '@tessera/shared/ui'
import { characterCount } from '../domain/character-count.ts'
import { optionControlId, soleOption } from '../domain/control-id.ts'
import { errorText } from '../domain/error-text.ts'
import { asText } from '../domain/field-value.ts'
import type { FieldViewProps } from './field-view.ts'
import { FIELD_VIEWS } from './fields/field-views.ts'
import styles from './form.module.css'
import { Instructions } from './instructions.tsx'
import { fileFailure, filesHint } from './upload-text.ts'

/** One field of the form: frame, control, counter and instructions. Typing into another field does not render it again. */
export const FieldOfForm = memo(FramedField, (before, after) =>
  propNames(after).every((name) => isSameProp(before[name], after[name])),
)

/** The same for every rendering: a prop without a value is undefined, not absent. */
const propNames = (props: FieldViewProps) => Object.keys(props) as readonly (keyof FieldViewProps)[]

/**
 * Whether a prop counts as unchanged. Callbacks do the same for the same field, and arrays of errors are new on every change, so their
 * contents are compared.
 */
const isSameProp = (before: unknown, after: unknown): boolean =>
  Object.is(before, after) ||
  typeof before === 'function' ||
  (Array.isArray(before) && JSON.stringify(before) === JSON.stringify(after))

function FramedField(props: FieldViewProps) {
  const { field, value, idPrefix, errors, messages } = props
  const { type, label, instructions } = field
  if (type === 'HiddenField')
    return <input type="hidden" name={field.id} value={asText(field, value)} readOnly />
  if (type === 'SectionBreak') return <SectionBreak {...props} />
  const { Control, isGroup } = FIELD_VIEWS[type]
  const sole = soleOption(field)
  const failure = fileFailure(props.upload?.progress ?? null, messages)
  const found = errors.filter((error) => !error.part).map((error) => errorText(error, messages))
  const marker = field.isRequired ? messages.requiredMarker : messages.optional
  const own = [...(props.issues.length > 0 ? props.issues : found), ...(failure ? [failure] : [])]
  return (
    <FieldFrame
      id={`${idPrefix}${sole ? optionControlId(sole) : field.id}`}
      label={label}
      // Each part has its own.
      marker={field.parts ? undefined : marker}
      hint={hintOf(props)}
      help={
        !!instructions && (
          <Instructions id={`${idPrefix}${field.id}-help`} label={label} messages={messages}>
            {instructions}
          </Instructions>
        )
      }
      error={own.join('. ')}
      isGroup={!!isGroup && !sole}
      className={[...classesOf(props), sole && styles['sole']].filter(Boolean).join(' ')}
    >
      {(control) => <Control {...props} control={control} />}
    </FieldFrame>
  )
}

/** The author's width, if there is a style of that name, and the author's own class. */
const classesOf = ({ field: { width, className } }: FieldViewProps) => [
  width && styles[`width-${width.toLowerCase()}`],
  className,
]

/** A heading between fields, with the author's text. */
function SectionBreak({ field }: FieldViewProps) {
  return (
    <div className={styles['section']}>
      {field.label && <h3>{field.label}</h3>}
      {field.html && <RichText html={field.html} />}
    </div>
  )
}

/** What explains a field, without its instructions; null when nothing does. */
function hintOf({ field, value, messages }: FieldViewProps): ReactNode {
  const length = characterCount(field, asText(field, value), messages)
  const notes = [field.description, filesHint(field, messages)].filter(Boolean)
  if (!notes[0] && !length) return null
  return (
    <div className={styles['notes']}>
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      {length && (
        <p data-over={length.isOver || undefined}>
          {length.count && <span>{`${length.count} `}</span>}
          <span>{length.range}</span>
        </p>
      )}
    </div>
  )
}
