import { DROPDOWN_EMPTY_VALUE } from '@tessera/shared/config'
import { asText } from '../../domain/field-value.ts'
import type { ControlProps } from '../field-view.ts'

/** A drop-down. An item without a value means that nothing was chosen; if the author has none, such an item is added first. */
export function Select({ field, value, control, messages, onChange, onLeave }: ControlProps) {
  const options = field.options ?? []
  const hasEmpty = options.some((option) => !asText(field, option.value))
  return (
    <select
      {...control}
      name={field.id}
      value={asText(field, value) || DROPDOWN_EMPTY_VALUE}
      autoComplete={field.autocomplete}
      aria-required={field.isRequired}
      onChange={(event) => onChange(event.target.value)}
      onBlur={() => onLeave()}
    >
      {!hasEmpty && <option value={DROPDOWN_EMPTY_VALUE}>{messages.choose}</option>}
      {options.map((option) => (
        <option key={option.id} value={option.value || DROPDOWN_EMPTY_VALUE}>
          {option.name}
        </option>
      ))}
    </select>
  )
}
