import { isEntry, isEntryLink, type Entry } from './entry.ts'
import {
  readDate,
  readLocation,
  readObject,
  readText,
  readTopic,
  summaryOf,
  titleOf,
  type Degrees,
} from './read-field.ts'
import { readWord, type FieldWords } from './field-words.ts'
import { readImage, type ImageModel } from './read-image.ts'
import { sitePath } from './site-path.ts'

/** From and, unless it is a single moment, to: ISO 8601 with zone. */
export interface DateRange {
  readonly from: string
  readonly to?: string
  /** It goes on by sessions, this many weeks from one to the next. */
  readonly everyWeeks?: number
}

/** A date range as it stands at a moment. */
export interface RunningDates extends DateRange {
  /** It has begun and is not over. */
  readonly isOn?: true
  /** Of one that goes on by sessions: when the next begins, or the one that is on has begun. ISO 8601. */
  readonly next?: string
}

/** An entry as a card: in results, listings and short lists, and inside pages. */
export interface Card {
  readonly id: string
  readonly contentTypeId: string
  readonly title: string
  readonly path: string
  readonly summary?: string
  /** Where it is not the language of the page around it. */
  readonly language?: string
  /** What it is, in words: "Event", "Planning application". */
  readonly kind?: string
  readonly image?: Pick<ImageModel, 'src' | 'width' | 'height' | 'focus'>
  /** ISO 8601. */
  readonly date?: string
  readonly dates?: RunningDates
  readonly location?: Degrees
  readonly facts?: readonly CardFact[]
  /** What the page says of it in its own language, e.g. how far away it is. */
  readonly note?: string
}

/** In the language of the card; `own`: in that of the page around it, where that is another. */
export type CardFact = string | { readonly own: string }

/** Which fields of an entry its card shows beside title and description. */
export interface CardFields {
  readonly image?: string
  readonly date?: string
  readonly dates?: string
  /** Weeks between the sessions of what the dates are the whole of. */
  readonly everyWeeks?: string
  readonly location?: string
  /** Fields whose values stand beside the date, e.g. a party and a ward. Of links, the title of what they lead to. */
  readonly facts?: readonly string[]
  /** What these values are called in other languages than that of the values. */
  readonly words?: FieldWords
}

/**
 * An entry as a card; undefined unless it is resolved, has a title and a page of its own. `own` is the language of the page
 * around it: readers are told where the entry is in another.
 */
export function readCard(value: unknown, fields: CardFields, own?: string): Card | undefined {
  if (!isResolved(value)) return undefined
  const title = titleOf(value)
  const path = readText(value.sys.uri)
  if (!title || !path) return undefined
  const summary = summaryOf(value)
  const image = readImage(fieldOf(value, fields.image))
  const date = readDate(fieldOf(value, fields.date))
  const dates = readDateRange(fieldOf(value, fields.dates), fieldOf(value, fields.everyWeeks))
  const location = readLocation(fieldOf(value, fields.location))
  const facts = fields.facts?.flatMap((field) => readFact(value, field, fields.words, own) ?? []) ?? []
  return {
    id: value.sys.id,
    contentTypeId: value.sys.contentTypeId ?? '',
    title,
    path: sitePath(path),
    ...foreignLanguage(value, own),
    ...(summary ? { summary } : {}),
    ...(image ? { image: pictureOf(image) } : {}),
    ...(date ? { date } : {}),
    ...(dates ? { dates } : {}),
    ...(location ? { location } : {}),
    ...(facts.length > 0 ? { facts } : {}),
  }
}

/** An unresolved link is an object with `sys` and nothing else. Source: specification 3. */
export const isResolved = (value: unknown): value is Entry => isEntry(value) && !isEntryLink(value)

/**
 * A link to an entry: the words given for it, else its title, and where its page is; undefined unless the entry is resolved and has a page.
 */
export function readLink(
  value: unknown,
  words?: unknown,
): { readonly label: string; readonly path: string } | undefined {
  if (!isResolved(value)) return undefined
  const label = readText(words) ?? titleOf(value)
  const path = readText(value.sys.uri)
  return label && path ? { label, path: sitePath(path) } : undefined
}

/** The language of an entry, where it is not that of the page around it. */
export const foreignLanguage = ({ sys }: Entry, own: string | undefined): { readonly language?: string } =>
  own !== undefined && sys.language !== undefined && sys.language !== own ? { language: sys.language } : {}

/** A date range with a beginning; an end before it is left out. */
export function readDateRange(value: unknown, everyWeeks?: unknown): DateRange | undefined {
  const range = readObject(value)
  const from = readDate(range?.['from'])
  if (!from) return undefined
  const to = readDate(range?.['to'])
  const sessions = Number.isInteger(everyWeeks) &&
    Number(everyWeeks) > 0 && { everyWeeks: Number(everyWeeks) }
  return to && Date.parse(to) > Date.parse(from) ? { from, to, ...sessions } : { from }
}

const fieldOf = (entry: Entry, field: string | undefined): unknown =>
  field === undefined ? undefined : entry[field]

function readFact(entry: Entry, field: string, words: FieldWords = {}, own = ''): CardFact | undefined {
  const value = entry[field]
  const text = readText(value) ?? ''
  const word = entry.sys.language === own ? undefined : words[field]?.[text]?.[own]
  if (word !== undefined) return { own: word }
  return readWord(entry, field, words) ?? (isResolved(value) ? titleOf(value) : readTopic(value))
}

/** A card's link covers all of it, so its image is decoration: no text of its own. */
const pictureOf = ({ alt: _alt, caption: _caption, ...picture }: ImageModel): NonNullable<Card['image']> =>
  picture
