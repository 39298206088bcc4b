import type { FocusEvent, ReactNode } from 'react'
import { optionControlId, shownOptions, soleOption } from '../../domain/control-id.ts'
import { asText, chosen, withChoice } from '../../domain/field-value.ts'
import type { Option } from '../../domain/form-definition.ts'
import type { ControlProps } from '../field-view.ts'
import styles from '../form.module.css'

/** Radio buttons: one of a few visible options. */
export function Radios(props: ControlProps) {
  const { field, value, onChange } = props
  return (
    <Choices {...props}>
      {(option, input) => (
        <input
          {...input}
          type="radio"
          checked={asText(field, value) === option.id}
          onChange={() => onChange(option.id)}
        />
      )}
    </Choices>
  )
}

/** Checkboxes: any of a few options. */
export function Checkboxes(props: ControlProps) {
  const { field, value, control, onChange, onLeave } = props
  const sole = soleOption(field)
  if (sole)
    return (
      <input
        {...control}
        type="checkbox"
        name={field.id}
        value={sole.id}
        checked={chosen(value).includes(sole.id)}
        aria-required={field.isRequired}
        onChange={(event) => onChange(withChoice(field, value, sole.id, event.target.checked))}
        onBlur={() => onLeave()}
      />
    )
  return (
    <Choices {...props}>
      {(option, input) => (
        <input
          {...input}
          type="checkbox"
          checked={chosen(value).includes(option.id)}
          onChange={(event) => onChange(withChoice(field, value, option.id, event.target.checked))}
        />
      )}
    </Choices>
  )
}

/** Props that the inputs of all choices have. */
interface ChoiceInput {
  readonly id: string
  readonly name: string
  readonly value: string
  readonly onBlur: (event: FocusEvent<HTMLInputElement>) => void
}

interface ChoicesProps extends ControlProps {
  readonly children: (option: Option, input: ChoiceInput) => ReactNode
}

function Choices({ field, idPrefix, onLeave, children }: ChoicesProps) {
  // The field is left when focus leaves the whole group, not one of its choices.
  const onBlur = (event: FocusEvent<HTMLInputElement>) => {
    if (!event.currentTarget.closest('fieldset')?.contains(event.relatedTarget)) onLeave()
  }
  return (
    <div className={field.layout === 'horizontal' ? styles['inline'] : undefined}>
      {shownOptions(field).map((option) => {
        const id = `${idPrefix}${optionControlId(option)}`
        return (
          <div className={styles['choice']} key={option.id}>
            {children(option, { id, name: field.id, value: option.id, onBlur })}
            <label htmlFor={id}>{option.name}</label>
          </div>
        )
      })}
    </div>
  )
}
