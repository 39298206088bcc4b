import { useRef, type SyntheticEvent } from 'react'
import type { FormGate, Store } from '@tessera/shared/contract'
import { ErrorSummary, RichText, type SummaryError } from '@tessera/shared/ui'
import { controlIdOf } from '../domain/control-id.ts'
import { errorText } from '../domain/error-text.ts'
import { fileValueOf } from '../domain/field-value.ts'
import { fieldsOf, type Field, type FormDefinition } from '../domain/form-definition.ts'
import type { FormOptions } from '../domain/form-options.ts'
import { nextPageIndex } from '../domain/navigation-rules.ts'
import type { FieldError } from '../domain/validate-field.ts'
import { shownErrors, validatePage } from '../domain/validate-page.ts'
import type { FormsMessages } from '../messages/index.ts'
import {
  fieldLeft,
  fileChosen,
  nextRequested,
  previousRequested,
  submitRequested,
  valueChanged,
  valuesAdopted,
} from '../state/form-actions.ts'
import { isCaptchaMissing, type FormSettings, type FormState } from '../state/form-state.ts'
import { FieldOfForm } from './field.tsx'
import { GateFields } from './gate-fields.tsx'
import { FormButtons } from './form-buttons.tsx'
import styles from './form.module.css'
import { StepIndicator } from './step-indicator.tsx'
import { SubmitError } from './submit-error.tsx'
import { useFocus } from './use-focus.ts'
import { useHydrated } from './use-hydrated.ts'

interface FormPageViewProps {
  readonly idPrefix: string
  readonly options: FormOptions
  readonly state: FormState
  readonly definition: FormDefinition
  readonly settings: FormSettings
  readonly gate: FormGate | null
  readonly messages: FormsMessages
  readonly dispatch: Store['dispatch']
}

/** The current page of the form: its fields, their errors, and the buttons. */
export function FormPageView(props: FormPageViewProps) {
  const { idPrefix, options, state, definition, settings, gate, messages, dispatch } = props
  const { key: formId } = options
  const element = useRef<HTMLFormElement>(null)
  const isHydrated = useHydrated(element, definition, (values) => dispatch(valuesAdopted({ formId, values })))
  const { pageInfo, values, touched, isSummaryShown, submitStatus } = state
  const { currentPageIndex } = pageInfo
  const page = definition.pages[currentPageIndex]
  const errors = validatePage(page, values)
  const hasNext = nextPageIndex(definition, values, currentPageIndex) !== null
  const focusControl = useFocus(element, currentPageIndex)

  const goOn = (event: SyntheticEvent) => {
    event.preventDefault()
    dispatch(hasNext ? nextRequested({ formId }) : submitRequested({ formId }))
    const [first] = errors
    if (first) focusControl(idPrefix + controlOf(first, definition))
  }
  return (
    // The browser's own messages would be in another language and speak of one field at a time.
    <form
      className={styles['form']}
      id={`form-id-${idPrefix}${options.formId}`}
      ref={element}
      onSubmit={goOn}
      method="post"
      encType={hasFiles(definition) ? 'multipart/form-data' : undefined}
      noValidate
      aria-label={definition.title || undefined}
    >
      {options.showSteps && (
        <StepIndicator pageIndex={currentPageIndex} pageCount={definition.pages.length} messages={messages} />
      )}
      <ErrorSummary title={messages.summaryTitle} errors={summaryOf(props, errors, isSummaryShown)} />
      {page?.title && <h2>{page.title}</h2>}
      {page?.description && <RichText html={page.description} />}
      <Fields {...props} fields={page?.fields ?? []} errors={shownErrors(errors, touched, isSummaryShown)} />
      {!hasNext && isCaptchaMissing(settings, definition, submitStatus) && (
        <p role="status">{messages.captcha}</p>
      )}
      <GateFields options={options} provider={definition.provider} gate={gate} hidden={state.hidden} />
      <SubmitError status={submitStatus} messages={messages} />
      <FormButtons
        submitLabel={definition.submitLabel ?? messages.submit}
        hasPrevious={currentPageIndex > 0}
        hasNext={hasNext}
        isHydrated={isHydrated}
        canPost={gate !== null}
        isSubmitting={submitStatus.isSubmitting}
        onPrevious={() => dispatch(previousRequested({ formId }))}
        messages={messages}
      />
    </form>
  )
}

const hasFiles = (definition: FormDefinition): boolean =>
  fieldsOf(definition).some(({ type }) => type === 'Upload')

/** Id of the control that an error is about, as the definition has it. */
function controlOf({ fieldId, part }: FieldError, definition: FormDefinition): string {
  const field = fieldsOf(definition).find(({ id }) => id === fieldId)
  return field ? controlIdOf(field, part) : fieldId
}

/** What is wrong on this page once the visitor has tried to go on, else what the server found wrong. */
function summaryOf(
  { idPrefix, state, definition, messages }: FormPageViewProps,
  errors: readonly FieldError[],
  isSummaryShown: boolean,
): readonly SummaryError[] {
  if (isSummaryShown && errors.length > 0)
    return errors.map((error) => ({
      controlId: idPrefix + controlOf(error, definition),
      message: errorText(error, messages),
    }))
  return state.submitStatus.issues.map(({ controlId, message }) => ({
    controlId: idPrefix + controlId,
    message,
  }))
}

interface FieldsProps extends FormPageViewProps {
  readonly fields: readonly Field[]
  readonly errors: readonly FieldError[]
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
