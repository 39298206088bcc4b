import { isEntry, isEntryLink, sitePath, type Entry } from '@tessera/shared/content'
import { FACT_FIELDS } from './card-fields.ts'
import { readImage } from './image-url.ts'
import type { CardModel, DateRange, EntryRef, LinkModel } from './page-model.ts'
import { readDate, readObject, readText, summaryOf, titleOf } from './read-field.ts'

/**
 * A linked entry as a link; undefined unless it is resolved, has a title and a page of its own. `own` is the language of the
 * page that links: links resolve in a language of their own, and readers must be told where it is another.
 */
export function readLink(value: unknown, own?: string): LinkModel | undefined {
  if (!isResolved(value)) return undefined
  const title = titleOf(value)
  const href = readText(value.sys.uri)
  return title && href ? { title, href: sitePath(href), ...foreignLanguage(value, own) } : undefined
}

/** The language of an entry, where it is not that of the page around it. */
export const foreignLanguage = ({ sys }: Entry, own: string | undefined): { readonly language?: string } =>
  own !== undefined && sys.language !== undefined && sys.language !== own ? { language: sys.language } : {}

/** An unresolved link is an object with `sys` and nothing else. Source: specification 3. */
const isResolved = (value: unknown): value is Entry => isEntry(value) && !isEntryLink(value)

/** The links of a list of linked entries, those without a page left out. */
export const readLinks = (value: unknown, own?: string): readonly LinkModel[] =>
  Array.isArray(value) ? value.flatMap((item) => readLink(item, own) ?? []) : []

/** Which entries a field links to, resolved or not. */
export const readRefs = (value: unknown): readonly EntryRef[] =>
  Array.isArray(value)
    ? value.filter(isEntry).map(({ sys: { id, language } }) => ({ id, ...(language ? { language } : {}) }))
    : []

/** The entries that were linked, in the order of their links; those that are not among them are left out. */
export const inOrderOf = (refs: readonly EntryRef[], entries: readonly Entry[]): readonly Entry[] =>
  refs.flatMap(
    ({ id, language }) =>
      entries.find(({ sys }) => sys.id === id && (language === undefined || sys.language === language)) ?? [],
  )

/** A linked entry as a card; undefined where a link would be. */
export function readCard(value: unknown, own?: string): CardModel | undefined {
  const link = readLink(value, own)
  if (!link) return undefined
  const entry = value as Entry
  const summary = summaryOf(entry)
  const image = readImage(entry['image'] ?? entry['photo'])
  const date = readDate(entry['publishedDate']) ?? readDate(entry['published']) ?? readDate(entry['received'])
  const dates = readDateRange(entry['dates'])
  const facts = factsOf(entry)
  return {
    ...link,
    kind: entry.sys.contentTypeId ?? '',
    ...(summary ? { summary } : {}),
    ...(image ? { image } : {}),
    ...(date ? { date } : {}),
    ...(dates ? { dates } : {}),
    ...(facts.length > 0 ? { facts } : {}),
  }
}

/** The cards of a list of linked entries. */
export const readCards = (value: unknown, own?: string): readonly CardModel[] =>
  Array.isArray(value) ? value.flatMap((item) => readCard(item, own) ?? []) : []

/** A date range with a beginning; an end before it is left out. */
export function readDateRange(value: unknown): DateRange | undefined {
  const range = readObject(value)
  const from = readDate(range?.['from'])
  if (!from) return undefined
  const to = readDate(range?.['to'])
  return to && Date.parse(to) > Date.parse(from) ? { from, to } : { from }
}

const factsOf = (entry: Entry): readonly string[] =>
  FACT_FIELDS.flatMap((field) => readText(entry[field]) ?? [])
