import type { ComponentType } from 'react'
import { createRoot } from 'react-dom/client'
import type { SlotProps } from '../contract/index.ts'
import { StoreProvider } from '../ui/index.ts'

/** Show a component in an element of a page that no shell runs; the answer removes it. What it throws is told, and it is gone then. */
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
