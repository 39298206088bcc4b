import type { ChangeEvent } from 'react'
import { TIME_DEFAULT_PERIOD, TIME_INPUT_MAX_LENGTH } from '@tessera/shared/config'
import { FieldFrame, type ControlAttributes } from '@tessera/shared/ui'
import { errorText } from '../../domain/error-text.ts'
import { partOf, withPart } from '../../domain/field-value.ts'
import { partName, REQUIRED_PARTS } from '../../domain/fields/part-name.ts'
import type { Field, Part, PartName } from '../../domain/form-definition.ts'
import type { ControlProps } from '../field-view.ts'
import styles from '../form.module.css'

/** Autocomplete tokens of parts. */
const AUTOCOMPLETE: Partial<Record<PartName, string>> = {
  street: 'address-line1',
  address2: 'address-line2',
  city: 'address-level2',
  county: 'address-level1',
  postcode: 'postal-code',
  country: 'country-name',
  firstName: 'given-name',
  lastName: 'family-name',
}

/** The author's tokens with that of the part in place of the last one, which is about the whole field; `off` if the author says so. */
const autocompleteOf = ({ autocomplete = '' }: Field, own: string | undefined): string =>
  own && autocomplete !== 'off' ? autocomplete.replace(/\S*\s*$/, own) : 'off'

/** The lines of an address. */
export const AddressParts = (props: ControlProps) => <div className={styles['lines']}>{partsOf(props)}</div>

/** First name and last name. */
export const NameParts = (props: ControlProps) => <div className={styles['pair']}>{partsOf(props)}</div>

/** Hours and minutes, and AM or PM if the form has it. Seconds are never shown. */
export const TimeParts = (props: ControlProps) => <div className={styles['time']}>{partsOf(props)}</div>

const partsOf = (props: ControlProps) =>
  (props.field.parts ?? [])
    // Seconds are posted with their default.
    .filter((part) => part.name !== 'seconds')
    .map((part) => <PartOfField key={part.name} {...props} part={part} />)

function PartOfField({ part, ...props }: ControlProps & { readonly part: Part }) {
  const { field, errors, idPrefix, messages } = props
  const isRequired = !!field.isRequired && !!REQUIRED_PARTS[field.type]?.includes(part.name)
  const error = errors.filter((each) => each.part === part.name).map((each) => errorText(each, messages))
  const marker = isRequired ? messages.requiredMarker : messages.optional
  return (
    <FieldFrame
      id={`${idPrefix}${part.id || `${field.id}-${part.name}`}`}
      label={messages.parts[part.name]}
      // AM or PM always has a value.
      marker={part.name === 'period' ? undefined : marker}
      error={error.join('. ')}
    >
      {(control) => <PartInput {...props} control={control} part={part} isRequired={isRequired} />}
    </FieldFrame>
  )
}

interface PartInputProps extends ControlProps {
  readonly control: ControlAttributes
  readonly part: Part
  readonly isRequired: boolean
}

function PartInput(props: PartInputProps) {
  const { field, value, control, part, versionId, isRequired, messages, onChange, onLeave } = props
  const { name } = part
  const attributes = {
    ...control,
    name: partName(field.id, part, versionId),
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
      onChange(withPart(value, name, event.target.value)),
  }
  if (name === 'period')
    return (
      <select {...attributes} value={partOf(value, name) || TIME_DEFAULT_PERIOD}>
        <option value="AM">{messages.halves.AM}</option>
        <option value="PM">{messages.halves.PM}</option>
      </select>
    )
  const isClock = name === 'hours' || name === 'minutes'
  return (
    <input
      {...attributes}
      type="text"
      value={partOf(value, name)}
      autoComplete={autocompleteOf(field, AUTOCOMPLETE[name])}
      {...(isClock && { inputMode: 'numeric', maxLength: TIME_INPUT_MAX_LENGTH })}
      aria-required={isRequired}
      onBlur={() => onLeave(name)}
    />
  )
}
