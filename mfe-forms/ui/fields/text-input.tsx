import type { InputHTMLAttributes, SyntheticEvent } from 'react'
import { TEXTAREA_COLUMNS, TEXTAREA_ROWS } from '@tessera/shared/config'
import { asText } from '../../domain/field-value.ts'
import type { FieldType } from '../../domain/form-definition.ts'
import type { ControlProps } from '../field-view.ts'

/** How a browser may help: with its keyboard, its calendar and its autocompletion. Its validation is not used: forms are `noValidate`. */
const KINDS: Partial<Record<FieldType, InputHTMLAttributes<HTMLInputElement>>> = {
  // The wheel would change the number, unseen, in place of scrolling the page.
  Number: {
    type: 'number',
    inputMode: 'decimal',
    step: 'any',
    onWheel: ({ currentTarget }) => currentTarget.blur(),
  },
  Email: { type: 'email', autoComplete: 'email' },
  Phone: { type: 'tel', autoComplete: 'tel' },
  Website: { type: 'url', autoComplete: 'url' },
  Date: { type: 'date' },
}

/** In place of text that the browser cannot read as a number or a date: scripts cannot read such text. */
const UNREADABLE = '\uFFFD'

/** What a control holds. */
export const typedIn = ({ value, validity }: HTMLInputElement): string =>
  validity.badInput ? UNREADABLE : value

/** A line of text, a number, an e-mail address, a telephone number, a URL, or a date. */
export function TextInput({ field, value, control, onChange, onLeave }: ControlProps) {
  const kind = KINDS[field.type] ?? { type: 'text' }
  const text = asText(field, value)
  // A control may become unreadable, or empty again, without a change of its `value`, which is all that `onChange` is about.
  const adopt = ({ currentTarget }: SyntheticEvent<HTMLInputElement>) => {
    const typed = typedIn(currentTarget)
    if (typed !== text) onChange(typed)
  }
  return (
    <input
      {...control}
      {...kind}
      type={field.hasTime ? 'datetime-local' : kind.type}
      name={field.id}
      // React would replace what was typed by any other text.
      value={text === UNREADABLE ? '' : text}
      placeholder={field.placeholder}
      autoComplete={field.autocomplete ?? kind.autoComplete}
      aria-required={field.isRequired}
      onInput={adopt}
      onKeyUp={adopt}
      onBlur={() => onLeave()}
    />
  )
}

/** Several lines of text. */
export function TextArea({ field, value, control, onChange, onLeave }: ControlProps) {
  return (
    <textarea
      {...control}
      rows={TEXTAREA_ROWS}
      cols={TEXTAREA_COLUMNS}
      name={field.id}
      value={asText(field, value)}
      placeholder={field.placeholder}
      autoComplete={field.autocomplete}
      aria-required={field.isRequired}
      onChange={(event) => onChange(event.target.value)}
      onBlur={() => onLeave()}
    />
  )
}
