import type { Bus } from '@tessera/shared/contract'
import type { EmbedPlace } from '@tessera/shared/embed'

/** Events for the host page: ids, rules and page numbers, never what is filled in. */
export function tellOf(bus: Bus, tell: EmbedPlace['tell'], addressOf: (path: string) => string): void {
  bus.on('form.started', (told) => tell('start', told))
  bus.on('form.page-changed', (told) => tell('page', told))
  bus.on('form.error', (told) => tell('invalid', told))
  bus.on('form.submitted', (told) => tell('submitted', told))
  bus.on('form.abandoned', (told) => tell('abandoned', told))
  bus.on('route.requested', ({ path }) => {
    const url = addressOf(path)
    if (tell('redirect', { url }, true)) location.assign(url)
  })
}
