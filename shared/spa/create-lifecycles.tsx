import type { ComponentType } from 'react'
// Imported by its package name, since the host provides the module (rspack.config.ts).
import { lifecyclesOf } from '@tessera/shared/lifecycles'
import type { SlotProps } from '../contract/index.ts'
import { StoreProvider } from '../ui/index.ts'

/** single-spa lifecycles of a component inside a StoreProvider. As on the server it gets only the slot's props, none of single-spa's. */
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
