import { ErrorSummary, type SummaryError } from '@tessera/shared/ui'
import { controlOfError } from '../domain/error-control.ts'
import { errorText } from '../domain/error-text.ts'
import type { FormDefinition } from '../domain/form-definition.ts'
import { issuesHere } from '../domain/review.ts'
import type { FieldError } from '../domain/validate-field.ts'
import type { FormsMessages } from '../messages/index.ts'
import type { FormState } from '../state/form-state.ts'

interface PageErrorsProps {
  readonly idPrefix: string
  readonly state: FormState
  readonly definition: FormDefinition
  readonly messages: FormsMessages
  /** All errors of the page. */
  readonly errors: readonly FieldError[]
  /** Id of the captcha, if it has to be completed first. */
  readonly captchaId: string | false
}

/** The errors of this page once the visitor has tried to continue, and the server's problems with the form. */
export const PageErrors = (props: PageErrorsProps) => (
  <ErrorSummary title={props.messages.errorTitle} errors={summaryOf(props)} />
)

function summaryOf({
  idPrefix,
  state,
  definition,
  messages,
  errors,
  captchaId,
}: PageErrorsProps): readonly SummaryError[] {
  const issues = issuesHere(definition, state.values, state.pageInfo, state.submitStatus.issues)
  const own = errors.filter(({ fieldId }) => !issues.some((issue) => issue.fieldId === fieldId))
  return [
    ...(state.isSummaryShown ? own : []).map((error) => ({
      controlId: controlOfError(error, definition),
      message: errorText(error, messages),
    })),
    ...issues,
    ...(state.isSummaryShown && captchaId ? [{ controlId: captchaId, message: messages.captcha }] : []),
  ].map(({ controlId, message }) => ({ controlId: idPrefix + controlId, message }))
}
