import type { ServerRemote } from '@tessera/shared/contract'
import { renderSlot } from '@tessera/shared/ssr'
import { entryMappers } from './domain/map-entry.ts'
import { fixtures } from './fixtures/fixtures.ts'
import { shared } from './remote.ts'
import { catalogues, type ContentMessages } from './messages/index.ts'
import { CALENDAR_FILE } from './domain/collection-lookup.ts'
import { EVENT_FILE } from './domain/event-calendar.ts'
import { load, slots } from './state/load.ts'
import { makeCollectionCalendar, makeEventCalendar } from './state/make-calendar.server.ts'
import { ContentSlot } from './ui/content-slot.tsx'

/** The server half: renders pages to markup. */
export const remote: ServerRemote<ContentMessages> = {
  ...shared,
  catalogues,
  entryMappers,
  slots,
  load,
  files: { [CALENDAR_FILE]: makeCollectionCalendar, [EVENT_FILE]: makeEventCalendar },
  render: (props) => renderSlot(ContentSlot, props),
  fixtures,
}
