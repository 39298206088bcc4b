import type { Field, Option, PartName } from './form-definition.ts'

/** Id of an option’s control. */
export const optionControlId = (option: Option): string => option.controlId ?? option.id

/** Id of the control that an error is about: of a part, of the first choice of a group, else of the field. Source: reference forms 1.3. */
export function controlIdOf(field: Field, part?: PartName): string {
  const named = field.parts?.find(({ name }) => name === part) ?? field.parts?.[0]
  if (named) return named.id || `${field.id}-${named.name}`
  const [first] = field.type === 'Dropdown' ? [] : shownOptions(field)
  return first ? optionControlId(first) : field.id
}

/** The only option of a checkbox field if it has the field's label, which is then shown once. Null for all others. */
export const soleOption = ({ type, options = [], label }: Field): Option | null =>
  type === 'Checkbox' && options.length === 1 && options[0]?.name === label ? options[0] : null

/** Name of a first option that means the same as no choice at all. */
const NONE_SELECTED = 'None selected'

/** The options that a visitor sees: an optional radio group has no "None selected". Source: specification 2. */
export const shownOptions = ({ type, options = [], isRequired }: Field): readonly Option[] =>
  type === 'Radio' && !isRequired && options[0]?.name === NONE_SELECTED ? options.slice(1) : options
