import type { Bus } from '@tessera/shared/contract'
import type { EmbedContext } from '@tessera/shared/embed'

/** Emits a form's events on the element of the host page: ids, rules and page numbers, never what is filled in. */
export function forwardEvents(bus: Bus, emit: EmbedContext['emit']): void {
  bus.on('form.started', (detail) => emit('start', detail))
  bus.on('form.page-changed', (detail) => emit('page', detail))
  bus.on('form.error', (detail) => emit('invalid', detail))
  bus.on('form.submitted', (detail) => emit('submitted', detail))
  bus.on('form.abandoned', (detail) => emit('abandoned', detail))
}
