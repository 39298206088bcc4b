import { useRef, type SyntheticEvent } from 'react'
import { ErrorSummary, type SummaryError } from '@tessera/shared/ui'
import { controlIdOf } from '../domain/control-id.ts'
import { errorText } from '../domain/error-text.ts'
import { fieldsOf, type FormDefinition } from '../domain/form-definition.ts'
import { hasMore, wrongPage } from '../domain/review.ts'
import type { FieldError } from '../domain/validate-field.ts'
import { shownErrors, validatePage } from '../domain/validate-page.ts'
import { nextRequested, previousRequested, submitRequested, valuesAdopted } from '../state/form-actions.ts'
import { captchaKeyOf, isCaptchaMissing, type FormState } from '../state/form-state.ts'
import { Captcha } from './captcha.tsx'
import { FormBody, type FormPageViewProps } from './form-body.tsx'
import { GateFields, isTrapFilled } from './gate-fields.tsx'
import { FormButtons } from './form-buttons.tsx'
import styles from './form.module.css'
import { StartAgainBelow } from './recovery.tsx'
import { StepIndicator } from './step-indicator.tsx'
import { SubmitError } from './submit-error.tsx'
import { sendingText } from './upload-text.ts'
import { useFocus } from './use-focus.ts'
import { useHydrated } from './use-hydrated.ts'

/**
 * The current page of the form: its fields, their errors, and the buttons. It is not validated by the browser, whose own messages would be in
 * another language and speak of one field at a time.
 */
export function FormPageView(props: FormPageViewProps) {
  const { idPrefix, options, state, definition, settings, gate, messages, dispatch } = props
  const { key: formId } = options
  const element = useRef<HTMLFormElement>(null)
  const isHydrated = useHydrated(element, definition, (values) => dispatch(valuesAdopted({ formId, values })))
  const { pageInfo, values, touched, isSummaryShown, submitStatus } = state
  const { currentPageIndex } = pageInfo
  const page = definition.pages[currentPageIndex]
  const isReview = pageInfo.review === 'shown'
  const errors = isReview ? [] : validatePage(page, values)
  const hasNext = hasMore(definition, values, pageInfo)
  const focus = useFocus(element, shownPage(state, definition), state.recovered !== undefined)
  const siteKey = captchaKeyOf(settings, definition, submitStatus)
  const captchaId = `${idPrefix}${options.formId}-captcha`
  const goOn = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    const isTrapped = isTrapFilled(event.currentTarget, gate)
    dispatch(hasNext ? nextRequested({ formId }) : submitRequested({ formId, isTrapped }))
    if (isReview) focus.next(idPrefix + wrongControl(definition, values))
    const [first] = errors
    if (first) focus.now(idPrefix + controlOf(first, definition))
    else if (!hasNext && isCaptchaMissing(settings, definition, state)) focus.now(captchaId)
  }
  return (
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
      {options.showSteps && <StepIndicator definition={definition} pageInfo={pageInfo} messages={messages} />}
      <ErrorSummary title={messages.summaryTitle} errors={summaryOf(props, errors, isSummaryShown)} />
      <FormBody
        {...{ ...props, isHydrated }}
        errors={shownErrors(errors, touched, isSummaryShown)}
        onChangeField={(field) => focus.next(idPrefix + controlIdOf(field))}
      />
      {!hasNext && siteKey !== null && (
        <Captcha {...{ formId, siteKey, messages, dispatch }} id={captchaId} />
      )}
      <GateFields options={options} provider={definition.provider} gate={gate} hidden={state.hidden} />
      <SubmitError status={submitStatus} messages={messages} />
      <FormButtons
        submitLabel={definition.submitLabel ?? messages.submit}
        hasPrevious={currentPageIndex > 0 || pageInfo.review !== undefined}
        hasNext={hasNext}
        isHydrated={isHydrated}
        canPost={gate !== null}
        sending={sendingText(submitStatus, messages)}
        onPrevious={() => dispatch(previousRequested({ formId }))}
        messages={messages}
      />
      <StartAgainBelow {...{ formId, state, isHydrated, messages, dispatch }} />
    </form>
  )
}

/** The answers come after the last page. */
const shownPage = ({ pageInfo }: FormState, { pages }: FormDefinition): number =>
  pageInfo.review === 'shown' ? pages.length : pageInfo.currentPageIndex

const hasFiles = (definition: FormDefinition): boolean =>
  fieldsOf(definition).some(({ type }) => type === 'Upload')

/** The control of the first error on the way through the form; empty without one. */
function wrongControl(definition: FormDefinition, values: FormState['values']): string {
  const page = wrongPage(definition, values)
  const [first] = page === null ? [] : validatePage(definition.pages[page], values)
  return first ? controlOf(first, definition) : ''
}

/** Id of the control that an error is about, as the definition has it. */
function controlOf({ fieldId, part }: FieldError, definition: FormDefinition): string {
  const field = fieldsOf(definition).find(({ id }) => id === fieldId)
  return field ? controlIdOf(field, part) : fieldId
}

/** What is wrong on this page once the visitor has tried to go on; of what the server has refused, why. */
function summaryOf(
  { idPrefix, state, definition, messages }: FormPageViewProps,
  errors: readonly FieldError[],
  isSummaryShown: boolean,
): readonly SummaryError[] {
  const { issues } = state.submitStatus
  const own = errors.filter(({ fieldId }) => !issues.some((issue) => issue.fieldId === fieldId))
  return [
    ...(isSummaryShown ? own : []).map((error) => ({
      controlId: controlOf(error, definition),
      message: errorText(error, messages),
    })),
    ...issues,
  ].map(({ controlId, message }) => ({ controlId: idPrefix + controlId, message }))
}
