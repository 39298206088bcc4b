import { controlIdOf } from './control-id.ts'
import { fieldsOf, type FormDefinition } from './form-definition.ts'
import type { FieldError } from './validate-field.ts'

/** Id of the control that an error is about, as the definition has it. */
export function controlOfError({ fieldId, part }: FieldError, definition: FormDefinition): string {
  const field = fieldsOf(definition).find(({ id }) => id === fieldId)
  return field ? controlIdOf(field, part) : fieldId
}
