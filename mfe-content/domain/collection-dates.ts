import { readDate, readObject, readText, type Entry } from '@tessera/shared/content'
import { addDays, dayOf, daysBetween, type Day } from '@tessera/shared/messages'

/** The schedule of one bin: it is emptied every `everyWeeks` weeks from its first day to its last. */
export interface Collection {
  /** Code of the bin, the same in every language; several collections with one code are seasons of one bin. */
  readonly code: string
  readonly bin: string
  readonly first: Day
  readonly last?: Day
  readonly everyWeeks: number
}

/** A period around a bank holiday in which every collection is `daysLater` days later. */
export interface CollectionChange {
  readonly from: Day
  readonly to: Day
  readonly daysLater: number
  readonly reason: string
}

/** A day on which a bin is emptied. */
export interface CollectionDate {
  readonly day: Day
  /** Set for a moved collection: its regular day, and the reason. */
  readonly instead?: { readonly of: Day; readonly reason: string }
  /** Set for the last collection of a season. */
  readonly isLast?: true
}

/** A bin and its next dates, in order. */
export interface BinDates {
  readonly code: string
  readonly bin: string
  readonly dates: readonly CollectionDate[]
}

/** Most days by which a collection may be moved. */
const MOST_MOVED_DAYS = 14

/** The dates of each bin from one day to another, both inclusive; bins in the order of `collections`. */
export function binDates(
  collections: readonly Collection[],
  changes: readonly CollectionChange[],
  { from, to }: { readonly from: Day; readonly to: Day },
): readonly BinDates[] {
  const bins = new Map(collections.map(({ code, bin }) => [code, bin]))
  return [...bins].map(([code, bin]) => ({
    code,
    bin,
    dates: collections
      .filter((collection) => collection.code === code)
      .flatMap((collection) =>
        ownDays(collection, addDays(from, -MOST_MOVED_DAYS), addDays(to, MOST_MOVED_DAYS)).map((day) => ({
          ...moved(day, changes),
          ...(isLast(collection, day) && { isLast: true as const }),
        })),
      )
      .filter(({ day }) => day >= from && day <= to)
      .toSorted((one, other) => (one.day < other.day ? -1 : 1)),
  }))
}

/** The regular days of a collection, before changes. */
function ownDays({ first, last, everyWeeks }: Collection, from: Day, to: Day): readonly Day[] {
  const step = 7 * everyWeeks
  const end = last !== undefined && last < to ? last : to
  const begin = addDays(first, step * Math.max(0, Math.ceil(daysBetween(first, from) / step)))
  const count = Math.floor(daysBetween(begin, end) / step) + 1
  return Array.from({ length: Math.max(0, count) }, (_none, index) => addDays(begin, index * step))
}

const isLast = ({ last, everyWeeks }: Collection, day: Day): boolean =>
  last !== undefined && addDays(day, 7 * everyWeeks) > last

function moved(day: Day, changes: readonly CollectionChange[]): CollectionDate {
  const change = changes.find(({ from, to }) => from <= day && day <= to)
  return change
    ? { day: addDays(day, change.daysLater), instead: { of: day, reason: change.reason } }
    : { day }
}

/** The collections of a round; those without a first day, code or name are left out. */
export function readCollections(round: unknown): readonly Collection[] {
  const list = readObject(round)?.['collections']
  return (Array.isArray(list) ? list : []).flatMap((item) => {
    const fields = readObject(item)
    const [code, bin] = [readText(fields?.['code']), readText(fields?.['bin'])]
    const [first, last] = [readDay(fields?.['first']), readDay(fields?.['last'])]
    const everyWeeks = readWhole(fields?.['everyWeeks']) ?? 1
    if (!code || !bin || !first || everyWeeks < 1) return []
    return [{ code, bin, first, ...(last && { last }), everyWeeks }]
  })
}

/** A change of collections in a list; empty where days are missing, or where the change is larger than allowed. */
export function readChange(entry: Entry): readonly CollectionChange[] {
  const [from, to] = [readDay(entry['from']), readDay(entry['to'])]
  const daysLater = readWhole(entry['daysLater'])
  if (!from || !daysLater || Math.abs(daysLater) > MOST_MOVED_DAYS) return []
  return [{ from, to: to ?? from, daysLater, reason: readText(entry['title']) ?? '' }]
}

function readDay(value: unknown): Day | undefined {
  const date = readDate(value)
  return date && dayOf(Date.parse(date))
}

const readWhole = (value: unknown): number | undefined =>
  Number.isInteger(value) ? (value as number) : undefined
