import ical, { type ICalEventData } from 'ical-generator'
import { readDateRange, readText, summaryOf, sitePath, titleOf } from '@tessera/shared/content'
import type { DataRequest, RemoteFile } from '@tessera/shared/contract'
import { addDays, dayOf, minuteOf, momentOf, sessionsOf, type Day } from '@tessera/shared/messages'
import { binDates, readCollections } from '../domain/collection-dates.ts'
import { CALENDAR_FILE } from '../domain/collection-lookup.ts'
import { EVENT_FILE } from '../domain/event-calendar.ts'
import { MODELS } from '../domain/map-entry.ts'
import { contentError } from '../errors.ts'
import type { ContentMessages } from '../messages/index.ts'
import { findStreets } from './load-collections.ts'

/** Period of a street's calendar, in days. Subscribed programs fetch it again long before its end. */
const DAYS_AHEAD = 366
const DAY_SECONDS = 86_400

/**
 * A calendar of a street's collections for the next year, as all-day events. `street` is the id of its entry. A moved collection keeps
 * the id of its event, so that calendar programs move it.
 * @throws AppError mfe-content/no-such-street
 */
export async function makeCollectionCalendar(request: DataRequest<ContentMessages>): Promise<RemoteFile> {
  const { query, messages, origin } = request
  const today = dayOf(Date.now())
  const found = await findStreets(query['street'] ?? '', '', today, request)
  const [only] = found?.streets ?? []
  if (!found || !only) throw contentError('mfe-content/no-such-street')
  const { street, entry } = only
  const range = { from: today, to: addDays(today, DAYS_AHEAD) }
  const events = binDates(readCollections(entry['round']), found.changes, range).flatMap(
    ({ code, bin, dates }) =>
      dates.map(({ day, instead }) => ({
        ...wholeDays(day, addDays(day, 1)),
        id: `${street.id}-${code}-${instead?.of ?? day}@${new URL(origin).hostname}`,
        summary: bin,
        location: street.name,
        ...(instead && { description: messages.insteadOf(instead.of, instead.reason) }),
      })),
  )
  return aFile(request, CALENDAR_FILE, messages.collectionsOf(street.name), events)
}

/**
 * A calendar of an event, or of each of its sessions. `event` is the id of its entry.
 * @throws AppError mfe-content/no-such-event
 */
export async function makeEventCalendar(request: DataRequest<ContentMessages>): Promise<RemoteFile> {
  const { query, client, language, origin, sanitise } = request
  const id = query['event'] ?? ''
  const fields = ['title', 'summary', 'dates', 'everyWeeks', 'venue', 'address', 'sys.id']
  const entry = id === '' ? null : await client.entry(id, { language, fields, fieldLinkDepths: { venue: 1 } })
  const dates = readDateRange(entry?.['dates'], entry?.['everyWeeks'])
  const title = entry && titleOf(entry)
  if (entry?.sys.contentTypeId !== 'event' || !dates || !title)
    throw contentError('mfe-content/no-such-event')
  const { venue } = MODELS.event(entry, sanitise)
  const uri = readText(entry.sys.uri)
  const place = venue && [venue.title, ...(venue.address ?? [])].join(', ')
  const summary = summaryOf(entry)
  const events = sessionsOf(dates).map(({ begin, end }) => ({
    ...(minuteOf(begin) === 0 && minuteOf(end) === 0
      ? wholeDays(dayOf(begin), dayOf(end))
      : { start: new Date(begin), end: new Date(end) }),
    id: `${id}${dates.everyWeeks ? `-${dayOf(begin)}` : ''}@${new URL(origin).hostname}`,
    summary: title,
    ...(place && { location: place }),
    ...(summary && { description: summary }),
    ...(uri && { url: origin + sitePath(uri) }),
  }))
  return aFile(request, EVENT_FILE, title, events)
}

/** A calendar file. It depends only on the day, so it can be cached until midnight. */
function aFile(
  { language }: DataRequest<ContentMessages>,
  filename: string,
  name: string,
  events: readonly ICalEventData[],
): RemoteFile {
  const today = dayOf(Date.now())
  const calendar = ical({
    name,
    prodId: { company: 'Tessera', product: 'mfe-content', language: language.slice(0, 2).toUpperCase() },
    ttl: DAY_SECONDS,
    events: events.map((event) => ({ ...event, stamp: new Date(momentOf(today)) })),
  })
  return {
    contentType: 'text/calendar',
    filename,
    body: calendar.toString(),
    validUntil: momentOf(addDays(today, 1)),
  }
}

/** An all-day event, the last day excluded; times are in UTC, since the library writes the UTC date. */
const wholeDays = (first: Day, end: Day): Pick<ICalEventData, 'start' | 'end' | 'allDay'> => ({
  start: new Date(`${first}T00:00:00Z`),
  end: new Date(`${end}T00:00:00Z`),
  allDay: true,
})
