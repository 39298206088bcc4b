import type { ComponentType } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import type { SlotProps } from '../contract/index.ts'
import { StoreProvider } from '../ui/index.ts'

/**
 * Markup of one slot. A slot that the browser never hydrates is rendered without React's hydration comments.
 * Throws the errors of its components; the host then shows the slot's fallback.
 */
export function renderSlot<Messages>(
  Component: ComponentType<SlotProps<Messages>>,
  props: SlotProps<Messages>,
): string {
  // useId needs a prefix per slot, because a page has several roots; lifecycles/lifecycles-of uses the same one.
  const options = { identifierPrefix: `${props.slotId}-` }
  const element = (
    <StoreProvider store={props.store} slotHtml={props.slotHtml}>
      <Component {...props} />
    </StoreProvider>
  )
  return props.isStatic ? renderToStaticMarkup(element, options) : renderToString(element, options)
}
