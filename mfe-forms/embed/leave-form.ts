import type { Bus } from '@tessera/shared/contract'
import { leave, leaveFrameByLinks, type EmbedContext } from '@tessera/shared/embed'

/** Goes to the pages of the site that a form leads to, once it is sent or by its links. */
export function leaveForm(place: EmbedContext, bus: Bus): void {
  leaveFrameByLinks(place.root, place.signal)
  bus.on('route.requested', ({ path }) => leave(place, new URL(path, place.site).href))
}
