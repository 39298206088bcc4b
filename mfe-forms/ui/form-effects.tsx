import type { Bus, Store } from '@tessera/shared/contract'
import type { FormOptions } from '../domain/form-options.ts'
import { NOT_SENT, type FormState } from '../state/form-state.ts'
import { useFormEvents } from './use-form-events.ts'
import { useInterruption } from './use-interruption.ts'
import { useOutcome } from './use-outcome.ts'

interface FormEffectsProps {
  readonly options: FormOptions
  readonly state: FormState | null
  readonly bus: Bus
  readonly dispatch: Store['dispatch']
}

/** Effects of using a form: events are published, and drafts are stored. Rendered after the form, whose values are adopted first. */
export function FormEffects({ options, state, bus, dispatch }: FormEffectsProps): null {
  useOutcome(options.formId, state?.submitStatus ?? NOT_SENT, bus)
  useFormEvents(options.formId, state, bus)
  useInterruption(options.key, Boolean(state?.definition), bus, dispatch)
  return null
}
