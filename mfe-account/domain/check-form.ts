import { passwordIssue } from '@tessera/shared/config'
import type { AccountIssue, AccountIssueCode } from '@tessera/shared/contract'
import {
  ACCOUNT_FORMS,
  type AccountFormField,
  type AccountFormName,
  type AccountValues,
} from './account-form.ts'

/** Enough to catch a slip; whether mail arrives is the only real test. */
const EMAIL = /^[^\s@]+@[^\s@]+$/

/**
 * What is wrong with a form before it is sent, one issue for each field at most. The server checks again, and knows more:
 * common passwords, for one.
 */
export function checkForm(form: AccountFormName, values: AccountValues): readonly AccountIssue[] {
  return ACCOUNT_FORMS[form].fields.flatMap((field) => {
    const code = checkField(field, values)
    return code ? [{ field: field.name, code }] : []
  })
}

function checkField(
  { name, kind, isNewPassword, isOptional }: AccountFormField,
  values: AccountValues,
): AccountIssueCode | null {
  const value = values[name] ?? ''
  if (isNewPassword) return passwordIssue(value, values)
  // Spaces are characters of a password like any others.
  if ((kind === 'password' ? value : value.trim()) === '') return isOptional ? null : 'missing'
  return kind === 'email' && !EMAIL.test(value.trim()) ? 'invalid' : null
}
