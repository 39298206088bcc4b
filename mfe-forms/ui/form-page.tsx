import { useRef, type SyntheticEvent } from 'react'
import type { Store } from '@tessera/shared/contract'
import { ErrorSummary } from '@tessera/shared/ui'
import type { Field, Form } from '../domain/form-model.ts'
import { errorText } from '../domain/error-text.ts'
import type { FieldError } from '../domain/validate-field.ts'
import { nextPageIndex } from '../domain/navigation-rules.ts'
import { shownErrors, validatePage } from '../domain/validate-page.ts'
import {
  fieldLeft,
  nextRequested,
  previousRequested,
  submitRequested,
  valueChanged,
  valuesAdopted,
} from '../state/form-actions.ts'
import type { FormsMessages } from '../messages/index.ts'
import type { FormState } from '../state/form-state.ts'
import { controlIdOf } from './field-view.ts'
import { FieldOfForm } from './field.tsx'
import { FormButtons } from './form-buttons.tsx'
import styles from './form.module.css'
import { StepIndicator } from './step-indicator.tsx'
import { SubmitError } from './submit-error.tsx'
import { useFocus } from './use-focus.ts'
import { useHydrated } from './use-hydrated.ts'

interface FormPageViewProps {
  /** Makes ids unique when a page holds several forms. */
  readonly prefix: string
  readonly formId: string
  readonly state: FormState
  readonly form: Form
  readonly messages: FormsMessages
  readonly dispatch: Store['dispatch']
}

/** The current page of the form: its fields, their errors, and the buttons. */
export function FormPageView({ prefix, formId, state, form, messages, dispatch }: FormPageViewProps) {
  const element = useRef<HTMLFormElement>(null)
  const isHydrated = useHydrated(element, form, (values) => dispatch(valuesAdopted({ formId, values })))
  const { pageInfo, values, touched, isSummaryShown, submitStatus } = state
  const { currentPageIndex } = pageInfo
  const page = form.pages[currentPageIndex]
  const errors = validatePage(page, values)
  const shown = shownErrors(errors, touched, isSummaryShown)
  const hasNext = nextPageIndex(form, values, currentPageIndex) !== null
  const refuse = useFocus(element, currentPageIndex)

  const goOn = (event: SyntheticEvent) => {
    event.preventDefault()
    dispatch(hasNext ? nextRequested({ formId }) : submitRequested({ formId }))
    const [first] = errors
    if (first) refuse(controlIdOf(prefix, first.fieldId, first.part))
  }
  return (
    // The browser's own messages would be in another language and speak of one field at a time.
    <form
      className={styles['form']}
      ref={element}
      onSubmit={goOn}
      method="post"
      noValidate
      aria-label={form.title || undefined}
    >
      <StepIndicator pageIndex={currentPageIndex} pageCount={form.pages.length} messages={messages} />
      <ErrorSummary
        title={messages.summaryTitle}
        errors={
          isSummaryShown
            ? errors.map((error) => ({
                controlId: controlIdOf(prefix, error.fieldId, error.part),
                message: errorText(error, messages),
              }))
            : []
        }
      />
      <Fields {...{ prefix, formId, state, messages, dispatch }} fields={page?.fields ?? []} errors={shown} />
      <SubmitError status={submitStatus} messages={messages} />
      <FormButtons
        submitLabel={form.submitLabel ?? messages.submit}
        hasPrevious={currentPageIndex > 0}
        hasNext={hasNext}
        isHydrated={isHydrated}
        isSubmitting={submitStatus.isSubmitting}
        onPrevious={() => dispatch(previousRequested({ formId }))}
        messages={messages}
      />
    </form>
  )
}

interface FieldsProps extends Omit<FormPageViewProps, 'form'> {
  readonly fields: readonly Field[]
  readonly errors: readonly FieldError[]
}

function Fields({ prefix, formId, state, messages, dispatch, fields, errors }: FieldsProps) {
  return fields.map((field) => (
    <FieldOfForm
      key={field.id}
      field={field}
      value={state.values[field.id]}
      controlId={controlIdOf(prefix, field.id)}
      errors={errors.filter((error) => error.fieldId === field.id)}
      messages={messages}
      onChange={(value) => dispatch(valueChanged({ formId, fieldId: field.id, value }))}
      onLeave={(part) => dispatch(fieldLeft({ formId, fieldId: field.id, ...(part ? { part } : {}) }))}
    />
  ))
}
