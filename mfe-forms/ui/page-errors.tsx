import { ErrorSummary, type SummaryError } from '@tessera/shared/ui'
import { controlOfError } from '../domain/error-control.ts'
import { errorText } from '../domain/error-text.ts'
import type { FormDefinition } from '../domain/form-definition.ts'
import { pathThrough } from '../domain/navigation-rules.ts'
import { pageOfField } from '../domain/review.ts'
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
  const { currentPageIndex: page, review } = state.pageInfo
  // The review names problems of all pages on the visitor's path, a page only its own; a problem without a field is shown everywhere.
  const pages = review === 'shown' ? pathThrough(definition, state.values).path : [page]
  const issues = state.submitStatus.issues.filter(({ fieldId }) =>
    pages.includes(pageOfField(definition, fieldId) ?? page),
  )
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
