import { controlIdOf } from '../domain/control-id.ts'
import { errorText } from '../domain/error-text.ts'
import { asText, chosen, partOf } from '../domain/field-value.ts'
import { fieldsOf, type Field, type FieldValue, type FormDefinition } from '../domain/form-definition.ts'
import { nextPageIndex } from '../domain/navigation-rules.ts'
import { touchKey, validatePage } from '../domain/validate-page.ts'
import type { FormsMessages } from '../messages/index.ts'
import type { FormState } from './form-state.ts'

/** A field with what is filled in, by the specification's names. Source: specification 3, Field entry. */
export type FieldEntry = Readonly<Record<string, unknown>>

/**
 * The form data of the specification: an entry for each field, by its id. It is derived from the definition and the values, which the state
 * holds only once. Source: docs/decisions/0045.
 */
export const formDataOf = (state: FormState, messages: FormsMessages): Readonly<Record<string, FieldEntry>> =>
  Object.fromEntries(
    (state.definition?.pages ?? []).flatMap(({ fields }, pageIndex) =>
      fields.map((field, pagePosition) => [
        field.id,
        entryOf(field, { pageIndex, pagePosition }, state, messages),
      ]),
    ),
  )

function entryOf(
  field: Field,
  position: { readonly pageIndex: number; readonly pagePosition: number },
  { values, touched, definition }: FormState,
  messages: FormsMessages,
): FieldEntry {
  const value = values[field.id]
  const rules = rulesOf(field)
  const validation = (part?: Parameters<typeof touchKey>[1]) => ({
    result: resultOf(field, value, part, messages),
    rules,
    hasBlurred: touched.includes(touchKey(field.id, part)),
  })
  const version = definition?.contentVersionId ?? ''
  return {
    type: field.type,
    ...position,
    required: field.isRequired === true,
    label: field.label,
    value: entryValue(field, value),
    ...texts(field),
    validation: validation(),
    contentVersionId: /^\d+$/.test(version) ? Number(version) : version,
    originalId: field.originalId,
    ...optionsOf(field),
    ...(field.parts && {
      subFields: Object.fromEntries(
        field.parts.map(({ name, id }) => [
          name,
          { id, value: partOf(value, name), validation: validation(name) },
        ]),
      ),
    }),
  }
}

const texts = ({
  placeholder,
  instructions,
  description,
  html,
  width,
  autocomplete,
  className,
  layout,
}: Field) =>
  withoutAbsent({
    placeholder,
    instructions,
    description: html ?? description,
    width,
    autocomplete,
    className,
    layout,
  })

const withoutAbsent = (members: FieldEntry): FieldEntry =>
  Object.fromEntries(Object.entries(members).filter(([, member]) => member !== undefined))

const rulesOf = (field: Field) => ({
  onBlur: { required: field.isRequired === true },
  onChange: withoutAbsent({
    minLength: field.minLength,
    maxLength: field.maxLength,
    emailValid: hasFormat(field, 'Email', 'email'),
    websiteValid: hasFormat(field, 'Website', 'website'),
    telValid: hasFormat(field, 'Phone', 'telephone'),
    allowedfiletypes: field.allowedFileTypes?.join(','),
  }),
})

const hasFormat = (
  { type, formats }: Field,
  own: Field['type'],
  format: 'email' | 'website' | 'telephone',
): true | undefined => (type === own || formats?.includes(format) ? true : undefined)

/** The value of a checkbox group is its options, each saying whether it is chosen; a drop-down's empty item is null. */
function entryValue(field: Field, value: FieldValue | undefined): unknown {
  if (field.type === 'Checkbox') return optionsById(field, (option) => chosen(value).includes(option.id))
  if (field.type === 'Upload') return value ?? ''
  if (field.type === 'Dropdown' && value === 'null') return null
  return asText(field, value)
}

function optionsOf(field: Field): FieldEntry {
  if (field.type === 'Radio') return { options: optionsById(field, ({ isSelected }) => isSelected === true) }
  if (field.type !== 'Dropdown') return {}
  return {
    options: (field.options ?? []).map(({ name, value, index, isSelected }) => ({
      name,
      selected: isSelected === true,
      value,
      index,
    })),
  }
}

const optionsById = (
  { options = [] }: Field,
  isSelected: (option: (typeof options)[number]) => boolean,
): FieldEntry =>
  Object.fromEntries(
    options.map((option) => [
      option.id,
      { name: option.name, selected: isSelected(option), value: option.value, index: option.index },
    ]),
  )

function resultOf(
  field: Field,
  value: FieldValue | undefined,
  part: Parameters<typeof touchKey>[1],
  messages: FormsMessages,
): FieldEntry {
  const errors = validatePage({ fields: [field], rules: [] }, { [field.id]: value ?? '' }).filter(
    (error) => error.part === part,
  )
  const of = (when: string) =>
    errors.filter((error) => error.when === when).map((error) => errorText(error, messages))
  return { onBlur: of('onBlur'), onChange: of('onChange') }
}

/** Errors of a page by the id of the control that each is about, with the order in which they are listed. */
export interface PageValidation {
  readonly isValid: boolean
  readonly showValidationSummary: boolean
  readonly validationSummary: Readonly<Record<string, { readonly errors: string; readonly position: number }>>
  readonly errors: readonly string[]
}

/** The page info of the specification. The state only holds what cannot be derived from the rest. Source: specification 3, Page info. */
export interface PageInfoEntity {
  readonly numberOfPages: number
  readonly currentPageIndex: number
  readonly nextPageIndex: number | null
  readonly previousPageIndices: Readonly<Record<number, number>>
  readonly navigationRules: Readonly<Record<number, FormDefinition['pages'][number]['rules']>>
  readonly validation: Readonly<Record<number, PageValidation>>
}

export function pageInfoOf(state: FormState, messages: FormsMessages): PageInfoEntity | null {
  const { definition, pageInfo, values } = state
  if (!definition) return null
  const { currentPageIndex, previousPageIndices } = pageInfo
  return {
    numberOfPages: definition.numberOfPages,
    currentPageIndex,
    nextPageIndex: nextPageIndex(definition, values, currentPageIndex),
    previousPageIndices,
    navigationRules: Object.fromEntries(definition.pages.map(({ rules }, index) => [index, rules])),
    validation: { [currentPageIndex]: validationOf(state, definition, messages) },
  }
}

function validationOf(state: FormState, definition: FormDefinition, messages: FormsMessages): PageValidation {
  const found = validatePage(definition.pages[state.pageInfo.currentPageIndex], state.values)
  const fields = fieldsOf(definition)
  const summary = new Map<string, { errors: string; position: number }>()
  for (const error of found) {
    const field = fields.find(({ id }) => id === error.fieldId)
    const key = field ? controlIdOf(field, error.part) : error.fieldId
    const text = errorText(error, messages)
    const before = summary.get(key)
    summary.set(key, {
      errors: before ? `${before.errors} ${text}` : text,
      position: before?.position ?? summary.size,
    })
  }
  return {
    isValid: found.length === 0,
    showValidationSummary: state.isSummaryShown,
    validationSummary: Object.fromEntries(summary),
    errors: found.map((error) => errorText(error, messages)),
  }
}
