import type { ComponentType } from 'react'
// By name: it is the host's (rspack.config.ts).
import { lifecyclesOf } from '@tessera/shared/lifecycles'
import type { SlotProps } from '../contract/index.ts'
import { StoreProvider } from '../ui/index.ts'

/** single-spa lifecycles of a component, in its store: it sees the slot's props and nothing of single-spa's, as on the server. */
export const createLifecycles = <Messages,>(Slot: ComponentType<SlotProps<Messages>>) =>
  lifecyclesOf<Messages>((props) => <SlotRoot Slot={Slot} {...props} />)

function SlotRoot<Messages>({
  Slot,
  slotId,
  view,
  props,
  store,
  bus,
  messages,
}: SlotProps<Messages> & { readonly Slot: ComponentType<SlotProps<Messages>> }) {
  return (
    <StoreProvider store={store}>
      <Slot slotId={slotId} view={view} props={props} store={store} bus={bus} messages={messages} />
    </StoreProvider>
  )
}
