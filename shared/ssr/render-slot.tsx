import type { ComponentType } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import type { SlotProps } from '../contract/index.ts'
import { StoreProvider } from '../ui/index.ts'

/**
 * Markup of one slot, in one render. A slot that the browser never hydrates is rendered without React's marks.
 * Throws what its components throw: the host shows the slot's fallback.
 */
export function renderSlot<Messages>(
  Component: ComponentType<SlotProps<Messages>>,
  props: SlotProps<Messages>,
): string {
  // Ids made by useId carry the slot's name, for several roots share a page; spa/create-lifecycles uses the same prefix.
  const options = { identifierPrefix: `${props.slotId}-` }
  const element = (
    <StoreProvider store={props.store} slotHtml={props.slotHtml}>
      <Component {...props} />
    </StoreProvider>
  )
  return props.isStatic ? renderToStaticMarkup(element, options) : renderToString(element, options)
}
