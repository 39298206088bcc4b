import { useState } from 'react'
import type { ControlAttributes } from '@tessera/shared/ui'
import type { AccountFormField } from '../domain/account-form.ts'
import type { AccountMessages } from '../messages/index.ts'
import styles from './account.module.css'

interface PasswordInputProps {
  readonly control: ControlAttributes
  readonly field: AccountFormField
  /** Whether the slot is hydrated; the button is only shown then. */
  readonly isHydrated: boolean
  /** Whether the form is being sent; the password is then hidden again. */
  readonly isBusy: boolean
  readonly messages: AccountMessages['password']
}

/** A password field with a button to show its value. Pasting is allowed. The value stays in the element and never gets into the state. */
export function PasswordInput({ control, field, isHydrated, isBusy, messages }: PasswordInputProps) {
  const [isAsked, setAsked] = useState(false)
  const [wasAsked, setWasAsked] = useState(false)
  const isShown = isAsked && !isBusy
  const toggle = () => {
    setAsked(!isShown)
    setWasAsked(true)
  }
  return (
    <div className={styles['password']}>
      <input
        {...control}
        name={field.name}
        type={isShown ? 'text' : 'password'}
        required
        autoComplete={field.autoComplete}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={field.maxLength}
      />
      {isHydrated && (
        <>
          <button
            className={styles['show']}
            type="button"
            aria-controls={control.id}
            aria-label={isShown ? messages.hideLabel : messages.showLabel}
            onClick={toggle}
          >
            {isShown ? messages.hide : messages.show}
          </button>
          <span className="visually-hidden" role="status">
            {wasAsked && (isShown ? messages.isShown : messages.isHidden)}
          </span>
        </>
      )}
    </div>
  )
}
