import { addDays, dayOf, momentOf, weekdayOf } from '@tessera/shared/messages'
import type { VenueModel, WeekHours } from './page-model.ts'

/** Whether a venue is open at a given time, and until when, in milliseconds since 1970. */
export interface Opening {
  readonly isOpen: boolean
  readonly until: number
  /** Whether `until` is on the same day. */
  readonly isToday: boolean
}

const WEEK = 7
const DAY_MINUTES = 1_440

/** Whether a venue is open; null where its hours are only text (a season, "until dusk"), since then it is unknown. */
export function openingAt(hours: VenueModel['openingHours'], now: number): Opening | null {
  const known = hours.flatMap(({ week }) => week ?? [])
  if (known.length === 0) return null
  const today = dayOf(now)
  // Includes yesterday, for venues that close after midnight.
  const spans = Array.from({ length: WEEK + 2 }, (_none, at) => addDays(today, at - 1)).flatMap((day) =>
    known
      .filter(({ weekdays }) => weekdays.includes(weekdayOf(day)))
      .map(({ opens, closes }) => ({ begin: momentOf(day, opens), end: momentOf(day, closes) })),
  )
  const current = spans.find(({ begin, end }) => begin <= now && now < end)
  const openingUntil = (isOpen: boolean, until: number) => ({
    isOpen,
    until,
    isToday: dayOf(until) === today,
  })
  if (current) return openingUntil(true, current.end)
  const next = Math.min(...spans.map(({ begin }) => begin).filter((begin) => begin > now))
  return Number.isFinite(next) ? openingUntil(false, next) : null
}

const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

/** Structured hours, which authors enter besides the text: `{ weekdays: ["mon"], opens: "09:00", closes: "17:30" }`; `closes` may be after midnight. */
export function readWeekHours(item: Readonly<Record<string, unknown>> | undefined): WeekHours | undefined {
  const given = item?.['weekdays']
  const weekdays = (Array.isArray(given) ? given : [])
    .map((day) => DAYS.indexOf(String(day)))
    .filter((day) => day >= 0)
  const [opens, closes] = [readClock(item?.['opens']), readClock(item?.['closes'])]
  if (weekdays.length === 0 || opens === null || closes === null || opens === closes) return undefined
  return { weekdays, opens, closes: closes > opens ? closes : closes + DAY_MINUTES }
}

function readClock(value: unknown): number | null {
  const [, hours, minutes] = /^([01]\d|2[0-4]):([0-5]\d)$/.exec(String(value)) ?? []
  return hours === undefined ? null : 60 * Number(hours) + Number(minutes)
}
