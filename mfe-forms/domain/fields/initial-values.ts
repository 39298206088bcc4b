import {
  fieldsOf,
  type Field,
  type FieldType,
  type FieldValue,
  type FormDefinition,
  type FormValues,
} from '../form-definition.ts'
import { readClock } from './clock.ts'

type Initial = (field: Field) => FieldValue

const text: Initial = ({ initial }) => initial ?? ''
const parts: Initial = () => ({})
const nothing: Initial = () => ''

/** Type of field → its initial value, if that is not its text. Apart from `FIELD_KINDS`, since it is needed earlier. */
const INITIAL: Readonly<Partial<Record<FieldType, Initial>>> = {
  Radio: ({ options = [] }) => options.findLast(({ isSelected }) => isSelected)?.id ?? '',
  Dropdown: ({ options = [] }) => options.findLast(({ isSelected }) => isSelected)?.value ?? '',
  Checkbox: ({ options = [] }) => options.filter(({ isSelected }) => isSelected).map(({ id }) => id),
  Upload: nothing,
  Address: parts,
  Name: parts,
  Time: (field) => readClock(field, field.initial ?? '') ?? {},
  HiddenField: ({ initial, placeholder }) => initial ?? placeholder ?? '',
  SectionBreak: nothing,
}

/** Values before anything is filled in: preselected options, the given value of hidden fields. */
export const initialValues = (definition: FormDefinition): FormValues =>
  Object.fromEntries(fieldsOf(definition).map((field) => [field.id, (INITIAL[field.type] ?? text)(field)]))
