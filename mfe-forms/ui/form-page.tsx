import { useRef, type SyntheticEvent } from 'react'
import { controlIdOf } from '../domain/control-id.ts'
import { fieldsOf, type FormDefinition } from '../domain/form-definition.ts'
import { hasMore } from '../domain/review.ts'
import { shownErrors, validatePage } from '../domain/validate-page.ts'
import { previousRequested } from '../state/form-actions.ts'
import { captchaKeyOf, isCaptchaMissing, type FormState } from '../state/form-state.ts'
import { Captcha } from './captcha.tsx'
import { FormBody, type FormPageViewProps } from './form-body.tsx'
import { BotCheckFields } from './bot-check-fields.tsx'
import { FormButtons } from './form-buttons.tsx'
import styles from './form.module.css'
import { ignoreHeld, submitPage } from './submit-page.ts'
import { PageErrors } from './page-errors.tsx'
import { StartAgainBelow } from './recovery.tsx'
import { StepIndicator } from './step-indicator.tsx'
import { SubmitError } from './submit-error.tsx'
import { sendingText } from './upload-text.ts'
import { useFocus } from './use-focus.ts'
import { useHydrated } from './use-hydrated.ts'

/**
 * The current page of the form: its fields, their errors, and the buttons. The browser's validation is switched off: its messages may be in
 * another language, and are about one field at a time.
 */
export function FormPageView(props: FormPageViewProps) {
  const { id, idPrefix, options, state, definition, settings, gate, messages, dispatch } = props
  const { key: formId } = options
  const element = useRef<HTMLFormElement>(null)
  const { pageInfo, values, touched, isSummaryShown, submitStatus } = state
  const { currentPageIndex, review } = pageInfo
  const errors = review === 'shown' ? [] : validatePage(definition.pages[currentPageIndex], values)
  const isHydrated = useHydrated(element, props)
  const hasNext = hasMore(definition, values, pageInfo)
  const focus = useFocus(element, idPrefix, shownPage(state, definition), state)
  const siteKey = captchaKeyOf(settings, definition, submitStatus)
  // Why it could not be sent stands at its end: far below its start.
  const hasFailed = submitStatus.success === false && !submitStatus.issues[0]
  const captchaId = `${options.formId}-captcha`
  const missingCaptcha = !hasNext && isCaptchaMissing(settings, definition, state) && captchaId
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    submitPage(event.currentTarget, { ...props, errors, hasNext, focus, captchaId: missingCaptcha })
  }
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Enter in any of its fields submits it
    <form
      className={styles['form']}
      id={hasFailed ? undefined : id}
      ref={element}
      onSubmit={submit}
      onKeyDown={ignoreHeld}
      method="post"
      // Without script the page is loaded again, scrolled to what has this id.
      action={`#${id}`}
      encType={hasFiles(definition) ? 'multipart/form-data' : undefined}
      noValidate
      aria-label={definition.title || undefined}
    >
      <PageErrors {...{ idPrefix, state, definition, messages, errors, captchaId: missingCaptcha }} />
      {options.showSteps && <StepIndicator {...{ definition, pageInfo, messages }} />}
      <FormBody
        {...{ ...props, isHydrated }}
        errors={shownErrors(errors, touched, isSummaryShown)}
        onChangeField={(field) => focus.next(idPrefix + controlIdOf(field))}
      />
      {!hasNext && siteKey !== null && (
        <Captcha {...{ formId, siteKey, messages, dispatch }} id={idPrefix + captchaId} />
      )}
      <BotCheckFields options={options} provider={definition.provider} gate={gate} hidden={state.hidden} />
      <SubmitError id={hasFailed ? id : undefined} status={submitStatus} messages={messages} />
      <FormButtons
        submitLabel={submitLabelOf(props)}
        hasPrevious={currentPageIndex > 0 || review !== undefined}
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

/** Once the answers are stored, only files are sent. */
const submitLabelOf = ({ state, definition, messages }: FormPageViewProps): string =>
  state.submitStatus.formData.success ? messages.tryAgain : (definition.submitLabel ?? messages.submit)

/** The index of the shown page; the review comes after the last page. */
const shownPage = ({ pageInfo }: FormState, { pages }: FormDefinition): number =>
  pageInfo.review === 'shown' ? pages.length : pageInfo.currentPageIndex

const hasFiles = (definition: FormDefinition): boolean =>
  fieldsOf(definition).some(({ type }) => type === 'Upload')
