import { FORM_FIELD, type FormGate } from '@tessera/shared/contract'
import type { ProviderKind } from '../domain/form-definition.ts'
import { KEY_FIELD, type FormOptions } from '../domain/form-options.ts'

import styles from './form.module.css'

interface BotCheckFieldsProps {
  readonly options: FormOptions
  readonly provider: ProviderKind
  readonly gate: FormGate | null
  /** Hidden inputs with what was filled in before, for a form that was posted without script. */
  readonly hidden?: FormGate['hidden'] | undefined
}

/**
 * What the host requires of a form besides its fields, and a honeypot field that visitors neither see nor reach: only a program fills it
 * in.
 */
export function BotCheckFields({ options: { formId, key }, provider, gate, hidden }: BotCheckFieldsProps) {
  if (!gate) return null
  const own = { [FORM_FIELD]: `${provider}/${formId}`, ...(key === formId ? {} : { [KEY_FIELD]: key }) }
  return (
    <>
      {Object.entries({ ...own, ...gate.hidden, ...hidden }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div className={styles['hidden']} aria-hidden="true">
        <input
          type="text"
          name={gate.trapField}
          tabIndex={-1}
          autoComplete="off"
          aria-label={gate.trapField}
        />
      </div>
    </>
  )
}
