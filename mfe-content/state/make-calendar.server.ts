import ical, { type ICalEventData } from 'ical-generator'
import type { DataRequest, RemoteFile } from '@tessera/shared/contract'
import { binDates, readCollections } from '../domain/collection-dates.ts'
import { CALENDAR_FILE } from '../domain/collection-lookup.ts'
import { addDays, dayOf, momentOf, type Day } from '../domain/local-day.ts'
import { contentError } from '../errors.ts'
import type { ContentMessages } from '../messages/index.ts'
import { findStreets } from './load-collections.ts'

/** How far ahead a calendar goes. Programs that follow it ask again long before. */
const DAYS_AHEAD = 366
const DAY_SECONDS = 86_400

/**
 * The collections of a street (`street`, the id of its entry) for the next year, one whole day each. A day that is moved keeps the name
 * of its event, so that it moves in visitors' calendars too.
 * @throws AppError mfe-content/no-such-street
 */
export async function makeCollectionCalendar(request: DataRequest<ContentMessages>): Promise<RemoteFile> {
  const { query, messages, language, origin } = request
  const today = dayOf(Date.now())
  const found = await findStreets(query['street'] ?? '', '', today, request)
  const [street] = found?.streets ?? []
  if (!found || !street) throw contentError('mfe-content/no-such-street')
  const to = addDays(today, DAYS_AHEAD)
  const events = binDates(readCollections(street.round), found.changes, { from: today, to }).flatMap(
    ({ code, bin, dates }) =>
      dates.map(({ day, instead }) => ({
        ...wholeDay(day),
        id: `${street.id}-${code}-${instead?.of ?? day}@${new URL(origin).hostname}`,
        summary: bin,
        location: street.name,
        ...(instead && { description: messages.insteadOf(instead.of, instead.reason) }),
      })),
  )
  const calendar = ical({
    name: messages.collectionsOf(street.name),
    prodId: { company: 'Tessera', product: 'mfe-content', language: language.slice(0, 2).toUpperCase() },
    ttl: DAY_SECONDS,
    // The same until midnight, so that who has it need not fetch it again.
    events: events.map((event) => ({ ...event, stamp: new Date(momentOf(today)) })),
  })
  return {
    contentType: 'text/calendar',
    filename: CALENDAR_FILE,
    body: calendar.toString(),
    validUntil: momentOf(addDays(today, 1)),
  }
}

/** A day without a clock: the library writes the day that a moment has in UTC. */
const wholeDay = (day: Day): Pick<ICalEventData, 'start' | 'end' | 'allDay'> => ({
  start: new Date(`${day}T00:00:00Z`),
  end: new Date(`${addDays(day, 1)}T00:00:00Z`),
  allDay: true,
})
