import { useEffect, useState } from 'react'
import type { Bus, FormGate, Store } from '@tessera/shared/contract'
import type { FormOptions } from '../domain/form-options.ts'
import type { FormsMessages } from '../messages/index.ts'
import { hiddenFormDataGiven, loadRequested } from '../state/form-actions.ts'
import type { FormSettings, FormState } from '../state/form-state.ts'
import { Confirmation } from './confirmation.tsx'
import { FormEffects } from './form-effects.tsx'
import { FormMissing } from './form-missing.tsx'
import { FormPageView } from './form-page.tsx'

/** Props of the form. */
interface DynamicFormProps {
  /** Prefix of all ids of controls; empty unless ids would collide. */
  readonly idPrefix: string
  readonly options: FormOptions
  /** Null while it is being loaded. */
  readonly state: FormState | null
  readonly settings: FormSettings
  readonly gate: FormGate | null
  readonly messages: FormsMessages
  readonly dispatch: Store['dispatch']
  readonly bus: Bus
}

/** A form in one of its states: loading, failed to load, being filled in, sent, or closed. */
export const DynamicForm = (props: DynamicFormProps) => (
  <>
    <ShownForm {...props} />
    <FormEffects {...props} />
  </>
)

function ShownForm(props: DynamicFormProps) {
  const { idPrefix, options, state, messages, dispatch } = props
  const isMounted = useMounted(options, state, dispatch)
  if (!state || state.isLoading || (options.fieldsAfterMount && !isMounted))
    return <p role="status">{messages.loading}</p>
  const { definition, submitStatus } = state
  const id = `form-id-${idPrefix}${options.formId}`
  if (!definition) return <FormMissing {...props} id={id} refusal={state.refusal} />
  if (submitStatus.success)
    return (
      <Confirmation
        id={id}
        definition={definition}
        status={submitStatus}
        hidesReference={options.hideRef}
        messages={messages}
      />
    )
  const { closedMessage } = definition
  if (closedMessage !== undefined)
    return (
      <p id={id} role="alert">
        {closedMessage || messages.closed}
      </p>
    )
  return <FormPageView {...props} {...{ id, state, definition }} />
}

/**
 * Whether the script runs. When it starts, a form that was too slow for the page is loaded again, and hidden fields take the page's values
 * if the server has not set them.
 */
function useMounted(
  { key: formId, provider, prefill, hiddenFormData }: FormOptions,
  state: FormState | null,
  dispatch: Store['dispatch'],
): boolean {
  const [isMounted, setMounted] = useState(false)
  const isLate = !state || state.isLoading
  const isThere = Boolean(state?.definition)
  useEffect(() => {
    setMounted(true)
    if (isLate) dispatch(loadRequested({ formId, provider, prefill }))
    // Only for the state when the script starts: later the epic handles loading.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [formId, provider, dispatch])
  useEffect(() => {
    if (isThere && Object.keys(hiddenFormData).length > 0)
      dispatch(hiddenFormDataGiven({ formId, data: hiddenFormData }))
  }, [formId, isThere, hiddenFormData, dispatch])
  return isMounted
}
