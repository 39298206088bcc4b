import { FORM_FIELD, type FormGate } from '@tessera/shared/contract'
import styles from './form.module.css'

interface GateFieldsProps {
  /** `{provider}/{formId}` */
  readonly form: string
  readonly gate: FormGate | null
  /** What was said before, of a form that was posted without script. */
  readonly hidden?: FormGate['hidden'] | undefined
}

/** What the host wants of a form besides its fields, and a field that people neither see nor reach: a program that fills it in is known by it. */
export function GateFields({ form, gate, hidden }: GateFieldsProps) {
  if (!gate) return null
  return (
    <>
      {Object.entries({ [FORM_FIELD]: form, ...gate.hidden, ...hidden }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div className={styles['trap']} aria-hidden="true">
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
