import type { ComponentType } from 'react'
import { createRoot } from 'react-dom/client'
import type { SlotProps } from '../contract/index.ts'
import { StoreProvider } from '../ui/index.ts'

/** Render a component into an element of a page without the shell; returns a function that removes it. An error removes it too. */
export function showSlot<Messages>(
  element: HTMLElement,
  Slot: ComponentType<SlotProps<Messages>>,
  props: SlotProps<Messages>,
  onFailure: (thrown: unknown) => void,
): () => void {
  const root = createRoot(element, {
    identifierPrefix: `${props.slotId}-`,
    onUncaughtError: onFailure,
  })
  root.render(
    <StoreProvider store={props.store}>
      <Slot {...props} />
    </StoreProvider>,
  )
  return () => root.unmount()
}
