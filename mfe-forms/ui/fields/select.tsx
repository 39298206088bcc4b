import { DROPDOWN_EMPTY_VALUE } from '@tessera/shared/config'
import { asText } from '../../domain/field-value.ts'
import type { ControlProps } from '../field-view.ts'

/** One of a list. The first line means that nothing was chosen; authors may have brought their own. */
export function Select({ field, value, control, messages, onChange, onLeave }: ControlProps) {
  const options = field.options ?? []
  const hasEmpty = options.some((option) => option.value === DROPDOWN_EMPTY_VALUE)
  return (
    <select
      {...control}
      name={field.id}
      value={asText(field, value) || (hasEmpty ? DROPDOWN_EMPTY_VALUE : '')}
      autoComplete={field.autocomplete}
      aria-required={field.isRequired}
      onChange={(event) => onChange(event.target.value)}
      onBlur={() => onLeave()}
    >
      {!hasEmpty && <option value="">{messages.choose}</option>}
      {options.map((option) => (
        <option key={option.id} value={option.value}>
          {option.name}
        </option>
      ))}
    </select>
  )
}
