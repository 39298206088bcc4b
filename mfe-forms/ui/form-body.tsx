import type { FormGate, Store } from '@tessera/shared/contract'
import { RichText } from '@tessera/shared/ui'
import { fileValueOf } from '../domain/field-value.ts'
import type { Field, FormDefinition } from '../domain/form-definition.ts'
import type { FormOptions } from '../domain/form-options.ts'
import type { FieldError } from '../domain/validate-field.ts'
import { changeRequested, fieldLeft, fileChosen, valueChanged } from '../state/form-actions.ts'
import type { FormsMessages } from '../messages/index.ts'
import type { FormSettings, FormState } from '../state/form-state.ts'
import { FieldOfForm } from './field.tsx'
import { ReviewPage } from './review-page.tsx'

/** What the form is shown with. */
export interface FormPageViewProps {
  readonly idPrefix: string
  readonly options: FormOptions
  readonly state: FormState
  readonly definition: FormDefinition
  readonly settings: FormSettings
  readonly gate: FormGate | null
  readonly messages: FormsMessages
  readonly dispatch: Store['dispatch']
}

interface FormBodyProps extends FormPageViewProps {
  readonly isHydrated: boolean
  /** Those that are shown now. */
  readonly errors: readonly FieldError[]
  /** The page of this field is about to be shown, to change its answer. */
  readonly onChangeField: (field: Field) => void
}

/** What is filled in on the current page, or all answers before they are sent. */
export function FormBody({ isHydrated, onChangeField, ...props }: FormBodyProps) {
  const { idPrefix, options, state, definition, messages, dispatch } = props
  if (state.pageInfo.review === 'shown')
    return (
      <ReviewPage
        {...{ idPrefix, definition, values: state.values, isHydrated, messages }}
        onChange={(field) => {
          onChangeField(field)
          dispatch(changeRequested({ formId: options.key, fieldId: field.id }))
        }}
      />
    )
  const page = definition.pages[state.pageInfo.currentPageIndex]
  return (
    <>
      {page?.title && <h2>{page.title}</h2>}
      {page?.description && <RichText html={page.description} />}
      <Fields {...props} fields={page?.fields ?? []} />
    </>
  )
}

interface FieldsProps extends Omit<FormBodyProps, 'isHydrated' | 'onChangeField'> {
  readonly fields: readonly Field[]
}

function Fields({ idPrefix, options, state, definition, messages, dispatch, fields, errors }: FieldsProps) {
  const { key: formId } = options
  return fields.map((field) => (
    <FieldOfForm
      key={field.id}
      field={field}
      value={state.values[field.id]}
      versionId={definition.contentVersionId}
      idPrefix={idPrefix}
      errors={errors.filter((error) => error.fieldId === field.id)}
      messages={messages}
      onChange={(value) => dispatch(valueChanged({ formId, fieldId: field.id, value }))}
      onFile={(file) =>
        dispatch(fileChosen({ formId, fieldId: field.id, file, value: file && fileValueOf(file) }))
      }
      onLeave={(part) => dispatch(fieldLeft({ formId, fieldId: field.id, ...(part ? { part } : {}) }))}
    />
  ))
}
