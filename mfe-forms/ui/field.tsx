import type { ReactNode } from 'react'
import { FieldFrame, RichText } from '@tessera/shared/ui'
import { characterCount } from '../domain/character-count.ts'
import { errorText } from '../domain/error-text.ts'
import { asText } from '../domain/field-value.ts'
import type { FieldType } from '../domain/form-model.ts'
import type { ControlProps, FieldViewProps } from './field-view.ts'
import { Checkboxes, Radios } from './fields/choices.tsx'
import { FileInput } from './fields/file-input.tsx'
import { AddressParts, NameParts, TimeParts } from './fields/parts.tsx'
import { Select } from './fields/select.tsx'
import { TextArea, TextInput } from './fields/text-input.tsx'
import styles from './form.module.css'

/** Type → view. Types that are not here are plain text inputs. */
const VIEWS: Partial<Record<FieldType, (props: ControlProps) => ReactNode>> = {
  Multiline: TextArea,
  Dropdown: Select,
  Upload: FileInput,
  Radio: Radios,
  Checkbox: Checkboxes,
  Address: AddressParts,
  Name: NameParts,
  Time: TimeParts,
}

const GROUPS: readonly FieldType[] = ['Radio', 'Checkbox', 'Address', 'Name', 'Time']

/** One field of the form: frame, control, counter and instructions. */
export function FieldOfForm(props: FieldViewProps) {
  const { field, value, controlId, errors, messages } = props
  if (field.type === 'HiddenField')
    return <input type="hidden" name={field.id} value={asText(field, value)} readOnly />
  if (field.type === 'SectionBreak') return <SectionBreak {...props} />
  const View = VIEWS[field.type] ?? TextInput
  const isGroup = GROUPS.includes(field.type)
  const own = errors.filter((error) => !error.part).map((error) => errorText(error, messages))
  return (
    <FieldFrame
      id={controlId}
      label={field.label}
      marker={field.isRequired ? messages.requiredMarker : messages.optional}
      hint={hintOf(props)}
      error={own.length > 0 ? own.join('. ') : undefined}
      isGroup={isGroup}
    >
      {(control) => <View {...props} control={control} />}
    </FieldFrame>
  )
}

/** A heading between fields, with a text of the author's. */
function SectionBreak({ field }: FieldViewProps) {
  return (
    <div className={styles['section']}>
      {field.label && <h3>{field.label}</h3>}
      {field.html && <RichText html={field.html} />}
    </div>
  )
}

/** Everything that explains a field; null when nothing does. Instructions can be folded away but start open, so that everybody sees them. */
function hintOf({ field, value, messages }: FieldViewProps): ReactNode {
  const { description, instructions, type, label } = field
  const count = characterCount(field, asText(field, value).length, messages)
  const notes = [
    description,
    type === 'Date' ? messages.dateHint : null,
    type === 'Upload' ? messages.filesNotSent : null,
    count,
  ].filter((note) => note !== null && note !== undefined)
  if (notes.length === 0 && !instructions) return null
  return (
    <>
      {instructions && (
        <details className={styles['instructions']} open>
          <summary>
            {messages.instructions}
            <span className="visually-hidden">: {label}</span>
          </summary>
          {instructions}
        </details>
      )}
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </>
  )
}
