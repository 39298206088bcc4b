import { passwordIssue } from '@tessera/shared/config'
import type { AccountIssue, AccountIssueCode } from '@tessera/shared/contract'
import {
  ACCOUNT_FORMS,
  type AccountFormField,
  type AccountFormName,
  type AccountValues,
} from './account-form.ts'

/** Only detects typing errors: whether an address is valid is known only when an email arrives. */
const EMAIL = /^[^\s@]+@[^\s@]+$/

/**
 * Issues of a form before it is sent, at most one per field. The server validates again and checks more, e.g. common
 * passwords.
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
  // In passwords spaces count as characters, so they are not trimmed.
  if ((kind === 'password' ? value : value.trim()) === '') return isOptional ? null : 'missing'
  return kind === 'email' && !EMAIL.test(value.trim()) ? 'invalid' : null
}
