import { TIME_DEFAULT_PERIOD, TIME_INPUT_MAX_LENGTH } from '@tessera/shared/config'
import { FieldFrame, type ControlAttributes } from '@tessera/shared/ui'
import { errorText } from '../../domain/error-text.ts'
import { partOf, withPart } from '../../domain/field-value.ts'
import type { PartName } from '../../domain/form-model.ts'
import { controlIdOf, type ControlProps } from '../field-view.ts'
import styles from '../form.module.css'

/** What a browser may fill in. */
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

const REQUIRED: readonly PartName[] = ['street', 'postcode', 'firstName', 'lastName', 'hours', 'minutes']

/** The lines of an address. */
export const AddressParts = (props: ControlProps) => <div>{partsOf(props)}</div>

/** First name and last name. */
export const NameParts = (props: ControlProps) => <div className={styles['pair']}>{partsOf(props)}</div>

/** Hours and minutes, seconds where the form asks for them, and AM or PM. */
export const TimeParts = (props: ControlProps) => <div className={styles['time']}>{partsOf(props)}</div>

const partsOf = (props: ControlProps) =>
  (props.field.parts ?? [])
    // Seconds are posted with their default; nobody is asked for them.
    .filter((part) => part.name !== 'seconds')
    .map((part) => <PartOfField key={part.name} {...props} part={part.name} />)

function PartOfField({ part, ...props }: ControlProps & { readonly part: PartName }) {
  const { field, errors, controlId, messages } = props
  const isRequired = field.isRequired === true && REQUIRED.includes(part)
  const error = errors.filter((each) => each.part === part).map((each) => errorText(each, messages))
  const isMarked = field.isRequired === true && !isRequired && part !== 'period'
  return (
    <FieldFrame
      id={controlIdOf(controlId, part)}
      label={messages.parts[part]}
      marker={isMarked ? messages.optional : undefined}
      error={error.length > 0 ? error.join('. ') : undefined}
    >
      {(control) =>
        part === 'period' ? (
          <Period {...props} control={control} />
        ) : (
          <PartInput {...props} control={control} part={part} isRequired={isRequired} />
        )
      }
    </FieldFrame>
  )
}

interface PartInputProps extends ControlProps {
  readonly control: ControlAttributes
  readonly part: PartName
  readonly isRequired: boolean
}

function PartInput({ field, value, control, part, isRequired, onChange, onLeave }: PartInputProps) {
  const isClock = part === 'hours' || part === 'minutes'
  return (
    <input
      {...control}
      type="text"
      name={`${field.id}/${part}`}
      value={partOf(value, part)}
      autoComplete={AUTOCOMPLETE[part] ?? 'off'}
      {...(isClock ? { inputMode: 'numeric', maxLength: TIME_INPUT_MAX_LENGTH } : {})}
      aria-required={isRequired}
      onChange={(event) => onChange(withPart(value, part, event.target.value))}
      onBlur={() => onLeave(part)}
    />
  )
}

function Period({ field, value, control, onChange }: ControlProps) {
  return (
    <select
      {...control}
      name={`${field.id}/period`}
      value={partOf(value, 'period') || TIME_DEFAULT_PERIOD}
      onChange={(event) => onChange(withPart(value, 'period', event.target.value))}
    >
      <option>AM</option>
      <option>PM</option>
    </select>
  )
}
