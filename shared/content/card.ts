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

/** Start and end, in ISO 8601 with zone; `to` is absent for a single moment. */
export interface DateRange {
  readonly from: string
  readonly to?: string
  /** Set for events in regular sessions: weeks from one session to the next. */
  readonly everyWeeks?: number
}

/** A date range and its state at a given time. */
export interface RunningDates extends DateRange {
  /** The range has begun and is not over. */
  readonly isOn?: true
  /** Of a range with sessions: start of the session that is on, else of the next one. ISO 8601. */
  readonly next?: string
}

/** An entry as a card: in results, listings and short lists, and inside pages. */
export interface Card {
  readonly id: string
  readonly contentTypeId: string
  readonly title: string
  readonly path: string
  readonly summary?: string
  /** Language of the entry, where it differs from that of the page. */
  readonly language?: string
  /** Name of the content type for readers: "Event", "Planning application". */
  readonly kind?: string
  readonly image?: Pick<ImageModel, 'src' | 'width' | 'height' | 'focus'>
  /** ISO 8601. */
  readonly date?: string
  readonly dates?: RunningDates
  readonly location?: Degrees
  readonly facts?: readonly CardFact[]
  /** A note by the page, in the page's language, e.g. the distance. */
  readonly note?: string
}

/** Text in the card's language; `own`: in the language of the page, where that differs. */
export type CardFact = string | { readonly own: string }

/** Which fields of an entry its card shows beside title and description. */
export interface CardFields {
  readonly image?: string
  readonly date?: string
  readonly dates?: string
  /** Field with the weeks from one session to the next, for dates that span several sessions. */
  readonly everyWeeks?: string
  readonly location?: string
  /** Fields whose values are shown beside the date, e.g. a party and a ward. Of a link, the title of the linked entry. */
  readonly facts?: readonly string[]
  /** Translations of these values. */
  readonly words?: FieldWords
}

/**
 * An entry as a card; undefined unless it is resolved, has a title and a page of its own. `own` is the language of the page
 * around it: a card whose entry is in another language names that language.
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
 * A link to an entry: its label (`words` if given, else the entry's title) and the path of its page; undefined unless the entry is
 * resolved and has a page.
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

/** The language of an entry, or of a node as `{ sys: node }`, as `{ language }`; empty where it is that of the page around it. */
export const foreignLanguage = (
  { sys }: { readonly sys: Pick<Entry['sys'], 'language'> },
  own: string | undefined,
): { readonly language?: string } =>
  own !== undefined && sys.language !== undefined && sys.language !== own ? { language: sys.language } : {}

/** A date range that has a start; an end that is not later is left out. Undefined without a start. */
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

/** The image without alternative text and caption: the card's link covers the whole card, so its image is decorative. */
const pictureOf = ({ alt: _alt, caption: _caption, ...picture }: ImageModel): NonNullable<Card['image']> =>
  picture
