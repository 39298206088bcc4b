import { choicesOf } from './check-answers.ts'
import { isObject, type ClassicForm, type FormType, type JsonObject } from './content.ts'
import { elementsOf } from './describe-form.ts'

/** A field of a form: the column that holds its answers, its names, and its choices where it offers some. */
export type NamedField = {
  readonly column: string
  readonly names: readonly string[]
  readonly choices: readonly string[]
}

/** The fields of a classic form. */
export const fieldsOfClassicForm = (form: ClassicForm): readonly NamedField[] =>
  elementsOf(form).map(({ id, label, listitem }) => ({
    column: String(id),
    names: [String(label ?? '')],
    choices: [listitem].flat().flatMap((item) => (isObject(item) ? [String(item['value'] ?? '')] : [])),
  }))

/** The published fields of a form of the Forms API, by their names in every language. */
export const fieldsOfFormType = ({ published }: FormType): readonly NamedField[] =>
  [published?.['fields']].flat().filter(isObject).map(toNamedField)

function toNamedField({ id, name, validations }: JsonObject): NamedField {
  const rule = isObject(validations) ? validations['allowedValues'] : null
  return {
    column: String(id),
    names: (isObject(name) ? Object.values(name) : [name]).map(String),
    choices: isObject(rule) ? choicesOf(rule).map(String) : [],
  }
}
