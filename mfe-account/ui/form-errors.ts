import { PASSWORD_MIN_LENGTH } from '@tessera/shared/config'
import type { AccountField, AccountIssue } from '@tessera/shared/contract'
import type { SummaryError } from '@tessera/shared/ui'
import { ACCOUNT_FORMS, type AccountFormName } from '../domain/account-form.ts'
import type { FormRefusal } from '../domain/read-answer.ts'
import type { AccountMessages } from '../messages/index.ts'

/** Error messages of a form: for the summary with links to the fields, and for each field. */
export interface FormErrors {
  readonly summary: readonly SummaryError[]
  readonly byField: Readonly<Partial<Record<AccountField, string>>>
}

/** The refusal of a form, and the error of its request. */
interface Refused {
  readonly refusal: FormRefusal | null
  /** Error message of the form's last request. */
  readonly errorMessage: string | null
}

/** Id of the submit button: the error summary of a form without fields links to it. */
export const sendButtonId = (form: AccountFormName): string => `${form}-send`

/**
 * The messages of a refusal. An issue of a field that this form does not show is one of the whole form, and the summary links it to
 * the first field. If a service gives a message without a known reason, that message is shown.
 */
export function formErrors(
  form: AccountFormName,
  { refusal, errorMessage }: Refused,
  messages: AccountMessages,
): FormErrors {
  if (!refusal) return { summary: [], byField: {} }
  const { fields } = ACCOUNT_FORMS[form]
  const isShown = (field: AccountField | null) => fields.some(({ name }) => name === field)
  const first = fields[0]?.name ?? sendButtonId(form)
  const { issues, waitSeconds } = refusal
  const errors = issues.map((issue) => ({
    controlId: issue.field && isShown(issue.field) ? issue.field : first,
    message: issueText(form, issue, waitSeconds, messages),
  }))
  return {
    summary:
      errors.length > 0
        ? errors
        : [{ controlId: first, message: errorMessage || messages.issues.unavailable }],
    byField: Object.fromEntries(
      issues
        .filter(({ field }) => isShown(field))
        .map((issue) => [issue.field, issueText(form, issue, waitSeconds, messages)]),
    ),
  }
}

function issueText(
  form: AccountFormName,
  { field, code }: AccountIssue,
  waitSeconds: number | null,
  messages: AccountMessages,
): string {
  if (code === 'limited') return messages.limited(waitSeconds)
  if (code === 'too-short') return messages.tooShort(PASSWORD_MIN_LENGTH)
  if (code === 'missing' && field)
    return form === 'sign-in' && field === 'password' ? messages.missingPassword : messages.missing[field]
  return code === 'credentials' && field === 'currentPassword'
    ? messages.wrongPassword
    : messages.issues[code]
}

/** The service's own message, for the site's operators, where the issues give only a general message. */
export function detailOf({ refusal, errorMessage }: Refused): string | null {
  const isUnexpected = refusal?.issues.some(({ code }) => code === 'unavailable' || code === 'no-answer')
  return (isUnexpected && errorMessage) || null
}
