import type { SlotProps } from '@tessera/shared/contract'
import { useSelector } from '@tessera/shared/ui'
import type { FormsMessages } from '../messages/index.ts'
import { selectForm } from '../state/form-state.ts'
import { DynamicForm } from './dynamic-form.tsx'

/** The form that the slot names, from the state of the page it stands on. */
export function FormSlot({ slotId, props, store, bus, messages }: SlotProps<FormsMessages>) {
  const formId = String(props['formId'] ?? '')
  const state = useSelector((page) => selectForm(page, formId))
  return (
    <DynamicForm
      prefix={slotId}
      formId={formId}
      state={state}
      messages={messages}
      dispatch={store.dispatch}
      bus={bus}
    />
  )
}
