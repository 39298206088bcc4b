import type { Bus, Store } from '@tessera/shared/contract'
import type { FormsMessages } from '../messages/index.ts'
import type { FormState } from '../state/form-state.ts'
import { Confirmation } from './confirmation.tsx'
import { FormPageView } from './form-page.tsx'
import styles from './form.module.css'
import { useInterruption } from './use-interruption.ts'
import { useOutcome } from './use-outcome.ts'

/** Props of the form. */
interface DynamicFormProps {
  /** Makes ids unique when a page holds several forms. */
  readonly prefix: string
  readonly formId: string
  /** Null while it is being loaded. */
  readonly state: FormState | null
  readonly messages: FormsMessages
  readonly dispatch: Store['dispatch']
  readonly bus: Bus
}

/** A form in one of its states: loading, failed to load, being filled in, or sent. */
export function DynamicForm({ state, messages, bus, formId, dispatch, ...rest }: DynamicFormProps) {
  useOutcome(formId, state?.submitStatus ?? null, bus)
  useInterruption(formId, bus, dispatch)
  if (!state) return <p role="status">{messages.loading}</p>
  if (!state.form) return <p className={styles['missing']}>{messages.unavailable}</p>
  if (state.submitStatus.success)
    return <Confirmation form={state.form} formPostId={state.submitStatus.formPostId} messages={messages} />
  return (
    <FormPageView
      formId={formId}
      state={state}
      form={state.form}
      messages={messages}
      dispatch={dispatch}
      {...rest}
    />
  )
}
