import { useMemo } from 'react'
import type { HostState, SlotProps } from '@tessera/shared/contract'
import { useSelector } from '@tessera/shared/ui'
import { readFormOptions } from '../domain/form-options.ts'
import { withPhrases } from '../messages/with-phrases.ts'
import type { FormsMessages } from '../messages/index.ts'
import { selectForm, selectFormsState } from '../state/form-state.ts'
import { selectIdPrefix } from '../state/id-prefix.ts'
import { DynamicForm } from './dynamic-form.tsx'

/** The form that the slot names, from the state of the page. */
export function FormSlot({ slotId, props, store, bus, messages }: SlotProps<FormsMessages>) {
  const options = useMemo(() => readFormOptions(props), [props])
  const ownMessages = useMemo(() => withPhrases(messages, options.localisedPhrases), [messages, options])
  const state = useSelector((page) => selectForm(page, options.key))
  const settings = useSelector((page) => selectFormsState(page).settings)
  const gate = useSelector((page) => selectFormsState(page).gate)
  const idPrefix = useSelector((page) => selectIdPrefix(page as Partial<HostState>, slotId, options))
  return (
    <DynamicForm
      idPrefix={idPrefix}
      options={options}
      state={state}
      settings={settings}
      gate={gate}
      messages={ownMessages}
      dispatch={store.dispatch}
      bus={bus}
    />
  )
}
