import { toAppError, type AppError, type InspectedPage, type InspectedSlot } from '@tessera/shared/contract'
import type { ComposedPage } from '../server/finish-page.server.ts'
import type { LoadedSlot } from '../server/load-slots.server.ts'
import type { PageRequest } from '../server/shell-context.server.ts'

/** What a page was made of, and why a slot fell back. `failures` are those of rendering, by slot id. */
export function inspectPage(
  page: ComposedPage,
  request: PageRequest,
  failures: ReadonlyMap<string, AppError>,
): InspectedPage {
  return {
    path: `${request.target.path}${request.target.search}`,
    requestId: request.id,
    status: page.status,
    slots: page.slots.map((loaded) => inspectSlot(loaded, request, failures.get(loaded.slot.id))),
    apiCalls: request.calls.list(),
    surrogateKeys: page.keys,
  }
}

function inspectSlot(
  { slot, error }: LoadedSlot,
  { releases }: PageRequest,
  failure: AppError | undefined,
): InspectedSlot {
  const reason = failure ?? error
  return {
    id: slot.id,
    remote: slot.remote,
    view: slot.view,
    version: releases.remotes.get(slot.remote)?.release.version ?? null,
    outcome: reason ? 'fallback' : 'rendered',
    reason: reason ? `${toAppError(reason).code}: ${reasonOf(reason)}` : null,
  }
}

const reasonOf = ({ message, details }: AppError): string =>
  [message, details?.['reason']].filter((text) => typeof text === 'string').join(' ')
