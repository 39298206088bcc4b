import { useMemo } from 'react'
import { useSlotContext } from './store-provider.tsx'
import { trustedHtml } from './trusted-html.ts'

/**
 * The place of a nested slot. The server fills it with the slot's markup; in the browser React does not touch its content.
 * The host mounts on an element inside it: React refuses a root on an element whose HTML another root has set.
 */
export function Slot({ id }: { readonly id: string }) {
  const { slotHtml } = useSlotContext()
  const markup = slotHtml?.[id] ?? ''
  const html = useMemo(() => ({ __html: trustedHtml(markup) ?? '' }), [markup])
  return <div data-slot={id} suppressHydrationWarning dangerouslySetInnerHTML={html} />
}
