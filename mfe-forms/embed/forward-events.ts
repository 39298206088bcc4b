import type { Bus } from '@tessera/shared/contract'
import { leave, leaveFrameByLinks, type EmbedContext } from '@tessera/shared/embed'

/**
 * Emits a form's events on the element of the host page: ids, rules and page numbers, never what is filled in. Goes to the pages of the
 * site that the form leads to.
 */
export function forwardEvents(context: EmbedContext, bus: Bus): void {
  const { emit, root, signal, site } = context
  bus.on('form.started', (detail) => emit('start', detail))
  bus.on('form.page-changed', (detail) => emit('page', detail))
  bus.on('form.error', (detail) => emit('invalid', detail))
  bus.on('form.submitted', (detail) => emit('submitted', detail))
  bus.on('form.abandoned', (detail) => emit('abandoned', detail))
  bus.on('route.requested', ({ path }) => leave(context, new URL(path, site).href))
  leaveFrameByLinks(root, signal)
}
