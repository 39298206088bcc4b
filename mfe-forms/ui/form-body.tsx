import type { FormGate, Store } from '@tessera/shared/contract'
import { RichText } from '@tessera/shared/ui'
import type { Field, FormDefinition } from '../domain/form-definition.ts'
import type { FormOptions } from '../domain/form-options.ts'
import type { FieldError } from '../domain/validate-field.ts'
import { validatePage } from '../domain/validate-page.ts'
import { changeRequested, fieldLeft, valueChanged } from '../state/form-actions.ts'
import type { FormsMessages } from '../messages/index.ts'
import type { FormSettings, FormState } from '../state/form-state.ts'
import type { UploadProps } from './field-view.ts'
import { FieldOfForm } from './field.tsx'
import { Recovery } from './recovery.tsx'
import { ReviewPage } from './review-page.tsx'
import { uploadsElsewhere } from './upload-text.ts'
import { useUploads } from './use-uploads.ts'

/** Props of a form that is being filled in. */
export interface FormPageViewProps {
  /** The fragment that the form is posted to: the id of what a visitor without script is to see after the post. */
  readonly id: string
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
  /** The errors that are shown now. */
  readonly errors: readonly FieldError[]
  /** Called before the page of this field is shown, to change its answer. */
  readonly onChangeField: (field: Field) => void
}

/** The current page or the review; and file fields of other pages whose files are being sent, or have not arrived. */
export function FormBody(props: FormBodyProps) {
  const { options, state, definition, messages, dispatch } = props
  const uploadOf = useUploads(options.key, state, dispatch)
  const elsewhere = uploadsElsewhere(definition, state)
  const errors = validatePage({ fields: elsewhere, rules: [] }, state.values)
  return (
    <>
      <CurrentPage {...{ ...props, uploadOf, elsewhere }} />
      {elsewhere[0] && (
        <>
          <h2>{messages.files}</h2>
          <Fields {...props} uploadOf={uploadOf} fields={elsewhere} errors={errors} />
        </>
      )}
    </>
  )
}

interface CurrentPageProps extends FormBodyProps, Pick<FieldsProps, 'uploadOf'> {
  readonly elsewhere: readonly Field[]
}

function CurrentPage({ onChangeField, ...props }: CurrentPageProps) {
  const { options, state, definition, dispatch } = props
  const recovery = <Recovery {...props} formId={options.key} />
  if (state.pageInfo.review === 'shown')
    return (
      <>
        {recovery}
        <ReviewPage
          {...props}
          onChange={(field) => {
            onChangeField(field)
            dispatch(changeRequested({ formId: options.key, fieldId: field.id }))
          }}
        />
      </>
    )
  const page = definition.pages[state.pageInfo.currentPageIndex]
  return (
    <>
      {recovery}
      {page?.title && <h2>{page.title}</h2>}
      {page?.description && <RichText html={page.description} />}
      <Fields {...props} fields={page?.fields ?? []} />
    </>
  )
}

interface FieldsProps extends Omit<FormBodyProps, 'isHydrated' | 'onChangeField'> {
  readonly uploadOf: (field: Field) => UploadProps
  readonly fields: readonly Field[]
}

function Fields(props: FieldsProps) {
  const { idPrefix, options, state, definition, messages, dispatch, fields, errors, uploadOf } = props
  const { key: formId } = options
  return fields.map((field) => (
    <FieldOfForm
      key={field.id}
      field={field}
      value={state.values[field.id]}
      versionId={definition.contentVersionId}
      idPrefix={idPrefix}
      errors={errors.filter((error) => error.fieldId === field.id)}
      issues={state.submitStatus.issues
        .filter(({ fieldId }) => fieldId === field.id)
        .map(({ message }) => message)}
      messages={messages}
      onChange={(value) => dispatch(valueChanged({ formId, fieldId: field.id, value }))}
      upload={field.type === 'Upload' ? uploadOf(field) : undefined}
      onLeave={(part) => dispatch(fieldLeft({ formId, fieldId: field.id, ...(part && { part }) }))}
    />
  ))
}
