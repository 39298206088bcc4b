import type { SubmitEvent } from 'react'
import { ErrorSummary, useHydrated } from '@tessera/shared/ui'
import { ACCOUNT_FORMS, FORM_TOKEN, type AccountFormName } from '../domain/account-form.ts'
import { checkForm } from '../domain/check-form.ts'
import type { FormRefusal } from '../domain/read-answer.ts'
import type { AccountMessages } from '../messages/index.ts'
import type { AccountState } from '../state/account-state.ts'
import { AccountField } from './account-field.tsx'
import styles from './account.module.css'
import { detailOf, formErrors, sendButtonId } from './form-errors.ts'

/** Props of a form of the account screens. */
export interface AccountFormProps {
  readonly form: AccountFormName
  readonly messages: AccountMessages
  /** Hidden fields, by name; empty values are left out. */
  readonly hidden: Readonly<Record<string, string | null>>
  readonly account: AccountState
  readonly isBusy: boolean
  /** Error message of this form's last request, from the state of the request. */
  readonly errorMessage: string | null
  /** User that the password belongs to, for password managers. */
  readonly username?: string | undefined
  readonly onRefuse: (refusal: FormRefusal) => void
  readonly onSend: (fields: Readonly<Record<string, string>>) => void
}

/** A native form, which also posts before hydration. Its fields are uncontrolled, so hydration keeps what was typed. */
export function AccountFormView(props: AccountFormProps) {
  const { form, messages, isBusy, errorMessage } = props
  const { refusal, refusals, posted } = props.account
  const isHydrated = useHydrated()
  const { endpoint, fields } = ACCOUNT_FORMS[form]
  const { title, submit, busy } = messages.forms[form]
  const errors = formErrors(form, { refusal, errorMessage }, messages)
  const detail = detailOf({ refusal, errorMessage })
  return (
    <>
      {/* A new key for each refusal, so that the list is announced and takes the focus every time. */}
      <ErrorSummary
        key={refusals}
        title={messages.problem}
        errors={errors.summary}
        takesFocus={refusals > 0}
        isFromServer={refusals === 0}
      />
      {detail && (
        <p className={styles['detail']}>
          {messages.detail} <q>{detail}</q>
        </p>
      )}
      {/* Native validation is only for pages without JavaScript: ours reports all fields at once, in the page's language. */}
      <form
        className={styles['card']}
        method="post"
        action={endpoint}
        aria-label={title}
        noValidate={isHydrated}
        aria-busy={isBusy || undefined}
        onSubmit={(event) => send(event, props)}
      >
        <HiddenFields {...props} />
        {fields.map((field) => (
          <AccountField
            key={field.name}
            field={field}
            error={errors.byField[field.name]}
            typed={posted[field.name]}
            {...{ isHydrated, isBusy, messages }}
          />
        ))}
        <button id={sendButtonId(form)} className="button" type="submit" aria-disabled={isBusy || undefined}>
          {submit}
        </button>
        <p className={styles['busy']} role="status">
          {isBusy && busy}
        </p>
      </form>
    </>
  )
}

function HiddenFields({ hidden, username, account }: AccountFormProps) {
  const fields = { ...hidden, [FORM_TOKEN]: account.posted[FORM_TOKEN] }
  return (
    <>
      {Object.entries(fields).map(
        ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
      )}
      {username && (
        <input
          className="visually-hidden"
          type="text"
          autoComplete="username"
          value={username}
          readOnly
          tabIndex={-1}
          aria-hidden
        />
      )}
    </>
  )
}

/**
 * With JavaScript: validates the form and sends it, unless it is already being sent. Values are read on submit, since password managers
 * may fill in fields late.
 */
function send(
  event: SubmitEvent<HTMLFormElement>,
  { form, isBusy, onRefuse, onSend }: AccountFormProps,
): void {
  event.preventDefault()
  if (isBusy) return
  const values = readValues(event.currentTarget, form)
  const issues = checkForm(form, values)
  if (issues.length > 0) onRefuse({ issues, waitSeconds: null })
  else onSend(values)
}

/** The form's values. Surrounding spaces are trimmed, except in passwords, where they count. */
function readValues(element: HTMLFormElement, form: AccountFormName): Readonly<Record<string, string>> {
  const secrets = ACCOUNT_FORMS[form].fields.filter(({ kind }) => kind === 'password').map(({ name }) => name)
  return Object.fromEntries(
    [...new FormData(element)]
      .filter(([name]) => name !== FORM_TOKEN)
      .map(([name, value]) => [
        name,
        secrets.some((secret) => secret === name) ? String(value) : String(value).trim(),
      ]),
  )
}
