import { SITE_WORDS } from '@tessera/shared/config'
import {
  foreignLanguage,
  isEntry,
  readDate,
  readDateRange,
  readImage,
  readLocation,
  readObject,
  readSize,
  readText,
  readTexts,
  readTopic,
  readWord,
  sitePath,
  summaryOf,
  titleOf,
  type Entry,
} from '@tessera/shared/content'
import type { EntryMapper } from '@tessera/shared/contract'
import { readAnyEntry } from './any-entry.ts'
import { readLinks, readRefs } from './entry-links.ts'
import { readWeekHours } from './opening.ts'
import { readSpotlight } from './spotlight.ts'
import { readComposer, readKey, type Sanitise } from './composer.ts'
import {
  asJson,
  type AnyModel,
  type ContentModel,
  type CouncillorModel,
  type DocumentModel,
  type EventModel,
  type HomeModel,
  type ListingModel,
  type NewsModel,
  type PageModel,
  type PlanningModel,
  type VenueModel,
} from './page-model.ts'

type Model<M extends PageModel> = (entry: Entry, sanitise: Sanitise) => M

/** View → function that makes its page model from an entry: exactly what the page shows. One row per view. */
export const MODELS = {
  home: (entry, sanitise) => ({
    ...pageOf(entry, sanitise),
    image: readImage(entry['heroImage']),
    heroHeading: readText(entry['heroHeading']) ?? titleOf(entry) ?? '',
    heroText: readText(entry['heroText']),
    quickLinks: readRefs(entry['quickLinks']),
    highlights: readRefs(entry['highlights']),
    spotlight: readSpotlight(entry),
  }),
  landing: pageOf,
  content: (entry, sanitise) => ({
    ...pageOf(entry, sanitise),
    related: readLinks(entry['related'], entry.sys.language),
  }),
  news: (entry, sanitise) => ({
    ...pageOf(entry, sanitise),
    date: readDate(entry['publishedDate']),
    author: readText(entry['author']),
    topic: readTopic(entry['topic']),
    topicKey: readText(readObject(entry['topic'])?.['key']),
  }),
  event: (entry, sanitise) => ({
    ...pageOf(entry, sanitise),
    dates: readDateRange(entry['dates'], entry['everyWeeks']),
    venue: venueOf(entry['venue'], entry.sys.language),
    price: readText(entry['price']),
    topic: readTopic(entry['topic']),
  }),
  venue: (entry, sanitise) => ({
    ...pageOf(entry, sanitise),
    kind: readWord(entry, 'kind', SITE_WORDS),
    address: addressLines(entry['address']),
    location: readLocation(entry['location']),
    phone: readText(entry['phone']),
    email: readText(entry['email']),
    openingHours: hoursOf(entry['openingHours']),
    facilities: readTexts(entry['facilities']),
  }),
  councillor: (entry, sanitise) => ({
    ...pageOf(entry, sanitise),
    image: readImage(entry['photo']),
    party: readWord(entry, 'party', SITE_WORDS),
    ward: readText(entry['ward']),
    email: readText(entry['email']),
    phone: readText(entry['phone']),
    roles: readTexts(entry['roles']),
  }),
  planning: (entry, sanitise) => ({
    ...pageOf(entry, sanitise),
    reference: readText(entry['reference']),
    address: readText(entry['address']),
    postcode: readText(entry['postcode']),
    ward: readText(entry['ward']),
    applicant: readText(entry['applicant']),
    status: readWord(entry, 'status', SITE_WORDS),
    received: readDate(entry['received']),
    decided: readDate(entry['decided']),
    consultationEnds: readDate(entry['consultationEnds']),
    documents: readLinks(entry['documents'], entry.sys.language),
    location: readLocation(entry['location']),
  }),
  document: (entry, sanitise) => ({
    ...pageOf(entry, sanitise),
    category: readWord(entry, 'category', SITE_WORDS),
    categoryKey: readText(entry['category']),
    published: readDate(entry['published']),
    file: fileOf(entry['file']),
  }),
  any: (entry, sanitise) => ({
    title: titleOf(entry) ?? '',
    summary: summaryOf(entry),
    ...readAnyEntry(entry, sanitise),
  }),
  listing: (entry, sanitise) => ({
    ...pageOf(entry, sanitise),
    listing: readKey(entry['listing']),
    composition: readKey(entry['composition']),
  }),
} as const satisfies {
  readonly home: Model<Loose<HomeModel>>
  readonly landing: Model<Loose<PageModel>>
  readonly content: Model<Loose<ContentModel>>
  readonly news: Model<Loose<NewsModel>>
  readonly event: Model<Loose<EventModel>>
  readonly venue: Model<Loose<VenueModel>>
  readonly councillor: Model<Loose<CouncillorModel>>
  readonly planning: Model<Loose<PlanningModel>>
  readonly document: Model<Loose<DocumentModel>>
  readonly any: Model<Loose<AnyModel>>
  readonly listing: Model<Loose<ListingModel>>
}

/** A model before undefined members are removed. */
type Loose<M> = { readonly [K in keyof M]: M[K] | undefined } & PageModel

/** The views of this remote's pages. */
export type PageView = keyof typeof MODELS

const mapper =
  (model: Model<PageModel>): EntryMapper =>
  ({ entry, sanitise }) =>
    asJson(model(entry, sanitise))

/** The entry mappers that the manifest names, one per view. */
export const entryMappers = Object.fromEntries(
  Object.entries(MODELS).map(([view, model]) => [view, mapper(model)]),
) as Readonly<Record<PageView, EntryMapper>>

function pageOf(entry: Entry, sanitise: Sanitise): Loose<PageModel> {
  const { blocks, skipped } = readComposer(entry['body'], sanitise, entry.sys.language)
  return {
    title: titleOf(entry) ?? '',
    summary: summaryOf(entry),
    image: readImage(entry['image']),
    blocks,
    ...(skipped.length > 0 ? { skipped } : {}),
  } as Loose<PageModel>
}

function venueOf(value: unknown, own: string | undefined): EventModel['venue'] {
  const title = isEntry(value) ? titleOf(value) : undefined
  if (!isEntry(value) || !title) return undefined
  const href = readText(value.sys.uri)
  return {
    title,
    ...(href ? { href: sitePath(href) } : {}),
    ...foreignLanguage(value, own),
    address: addressLines(value['address']),
  }
}

/** The lines of an address component, in postal order. */
function addressLines(value: unknown): readonly string[] {
  const address = readObject(value)
  return ['street', 'locality', 'town', 'postcode'].flatMap((line) => readText(address?.[line]) ?? [])
}

const hoursOf = (value: unknown): VenueModel['openingHours'] =>
  Array.isArray(value)
    ? value.flatMap((item) => {
        const days = readText(readObject(item)?.['days'])
        const hours = readText(readObject(item)?.['hours'])
        const week = readWeekHours(readObject(item))
        return days && hours ? [{ days, hours, ...(week && { week }) }] : []
      })
    : []

/** A file field: the linked asset itself, or an object with the asset as its `asset`. */
function fileOf(value: unknown): DocumentModel['file'] {
  const asset = isEntry(value) ? value : readObject(value)?.['asset']
  if (!isEntry(asset)) return undefined
  const href = readText(asset.sys.uri)
  if (!href) return undefined
  const name = readText(asset.sys.properties?.['filename']) ?? href.split(/[?#]/)[0] ?? ''
  const bytes = readSize(asset.sys.properties?.['fileSize'])
  return {
    href: sitePath(href),
    extension: /\.(\w{1,8})$/.exec(name)?.[1]?.toLowerCase() ?? '',
    ...(bytes ? { bytes } : {}),
  }
}
