import { useState } from 'react'
import type { ControlAttributes } from '@tessera/shared/ui'
import type { AccountFormField } from '../domain/account-form.ts'
import type { AccountMessages } from '../messages/index.ts'
import styles from './account.module.css'

interface PasswordInputProps {
  readonly control: ControlAttributes
  readonly field: AccountFormField
  /** Whether script runs: without it there is no button. */
  readonly isHydrated: boolean
  /** While the form is on its way the password is hidden again. */
  readonly isBusy: boolean
  readonly messages: AccountMessages['password']
}

/** A password, with a button that shows it. Pasting is allowed. What was typed stays in the element, never in the state. */
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
