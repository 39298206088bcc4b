import { PASSWORD_MIN_LENGTH } from '@tessera/shared/config'
import { FieldFrame } from '@tessera/shared/ui'
import type { AccountFormField } from '../domain/account-form.ts'
import type { AccountMessages } from '../messages/index.ts'
import { PasswordInput } from './password-input.tsx'

interface AccountFieldProps {
  readonly field: AccountFormField
  readonly error: string | undefined
  /** The previously typed value; never a password. */
  readonly typed: string | undefined
  readonly isHydrated: boolean
  readonly isBusy: boolean
  readonly messages: AccountMessages
}

/** One field with label, hint and error. Uncontrolled, since password managers may fill it in at any time. */
export function AccountField({ field, error, typed, isHydrated, isBusy, messages }: AccountFieldProps) {
  return (
    <FieldFrame
      id={field.name}
      label={messages.labels[field.name]}
      marker={field.isOptional && messages.optional}
      hint={field.isNewPassword && messages.passwordRules(PASSWORD_MIN_LENGTH)}
      error={error}
    >
      {(control) =>
        field.kind === 'password' ? (
          <PasswordInput {...{ control, field, isHydrated, isBusy }} messages={messages.password} />
        ) : (
          <input {...control} {...attributesOf(field)} defaultValue={typed} />
        )
      }
    </FieldFrame>
  )
}

const attributesOf = ({ name, kind, autoComplete, maxLength, isOptional }: AccountFormField) => ({
  name,
  type: kind,
  required: !isOptional,
  autoComplete,
  maxLength,
  ...(kind === 'email' || name === 'username' ? { autoCapitalize: 'none', spellCheck: false } : {}),
})
