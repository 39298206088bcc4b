import { pairsOf, type Pairs } from '../fields/pairs.ts'
import { fieldsOf, type FormDefinition, type FormValues } from '../form-definition.ts'

/**
 * The names and values of a form post, in the order of the form; empty values are left out. Every field that has a value is posted, also on
 * pages that the navigation rules skip. Source: specification 7, Payload key naming.
 */
export const formPayload = (definition: FormDefinition, values: FormValues): Pairs =>
  fieldsOf(definition)
    .flatMap((field) => pairsOf(field, values[field.id], definition.contentVersionId))
    .filter(([, value]) => value !== '')
