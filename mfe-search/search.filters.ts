import { SITE_WORDS } from '@tessera/shared/config'
import { DEFAULT_LANGUAGE } from '@tessera/shared/content'
import type { FilterConfig } from './config/filter-config.ts'
import { places } from './search.places.ts'
import { textOf } from './search.texts.ts'

/** Records that exist in English only: a Welsh page shows them too, and says which language they are in. */
export const ENGLISH_RECORDS = { languages: ['en-GB'] } as const
/**
 * Leaves out what is over: an end may not be given, and midnight may stand for a whole day, which is not over before its end. The platform's
 * clock evaluates `now()`, so the answer is right whenever the query is made.
 */
export const NOT_ENDED = {
  or: ['dates.from', 'dates.to'].flatMap((field) => [
    { field, greaterThanOrEqualTo: 'now()' },
    { field, equalTo: 'startOfDay()' },
  ]),
}

/** Content types of pages. */
export const PAGES = ['contentPage', 'landingPage', 'listingPage', 'homePage'] as const
/** Content types that are searched besides pages. `RECORD_RULES` applies to some of them, wherever they are searched. */
export const RECORDS = [
  'newsArticle',
  'event',
  'venue',
  'councillor',
  'planningApplication',
  'document',
] as const
/** What a visitor reads an entry of these content types is. */
export const KINDS = {
  newsArticle: textOf('News'),
  event: textOf('Event'),
  venue: textOf('Place'),
  councillor: textOf('Councillor'),
  planningApplication: textOf('Planning application'),
  document: textOf('Document'),
} as const satisfies Readonly<Record<(typeof RECORDS)[number], FilterConfig['title']>>
export const RECORD_RULES = {
  event: { customWhere: [NOT_ENDED] },
  planningApplication: ENGLISH_RECORDS,
  councillor: ENGLISH_RECORDS,
} as const

/** The content type in the path: `/search/all/event`. No page offers it, since most kinds have a tab. */
export const contentTypeId: FilterConfig = {
  title: textOf('Kind'),
  fieldId: 'sys.contentTypeId',
  hidesUnselected: true,
  items: [
    ...PAGES.map((key) => ({ key, title: textOf('Page') })),
    ...RECORDS.map((key) => ({ key, title: KINDS[key] })),
  ],
}
export const topic: FilterConfig = {
  title: textOf('Topic'),
  fieldId: 'topic',
  path: 'Root/Topics',
  hasOneValue: true,
  view: 'tree',
  isGrouped: true,
}
export const year: FilterConfig = {
  title: textOf('Year'),
  fieldId: 'publishedDate',
  valueType: 'date',
  fieldOperator: 'between',
  isSingleSelect: true,
  items: [2026, 2025].map((number) => ({
    key: `${number}-01-01--${number}-12-31`,
    title: String(number),
  })),
}
export const ward: FilterConfig = {
  title: textOf('Ward'),
  fieldId: 'ward',
  items: [
    'Brynfa',
    'Foxhollow',
    'Hollin Cross',
    'Larkmoor Heath',
    'Market and Minster',
    'Nantlas',
    'Quarry Bank',
    'Skelding Vale',
    'St Oswin’s',
    'Tannery',
    'Weirside',
  ].map((name) => ({ key: name, title: name })),
}
export const near: FilterConfig = {
  title: textOf('Distance'),
  fieldId: 'location',
  valueType: 'geo',
  view: 'near',
  isSingleSelect: true,
  distances: { 'en-GB': ['1mi', '2mi', '5mi', '10mi', '25mi'] },
  places,
}

export const bestMatch = { title: textOf('Best match'), orderBy: '' }
/** Offered once a place is chosen. */
export const nearest = { title: textOf('Nearest first'), orderBy: 'location' }
export const byTitle = { title: textOf('A to Z'), orderBy: 'entryTitle' }
export const newestBy = (field: string) => ({
  title: textOf('Newest first'),
  orderBy: `-${field}`,
})
export const oldestBy = (field: string) => ({
  title: textOf('Oldest first'),
  orderBy: field,
})

/** A filter for a field that holds one of a few words. */
const oneOf = (title: FilterConfig['title'], fieldId: string): FilterConfig => ({
  title,
  fieldId,
  items: Object.entries(SITE_WORDS[fieldId] ?? {}).map(([key, words]) => ({
    key,
    title: { [DEFAULT_LANGUAGE]: key, ...words },
  })),
})
/** In the order of an application's progress. */
export const status = oneOf(textOf('Status'), 'status')
export const kind = { ...oneOf(textOf('Kind'), 'kind'), isSorted: true } as const
export const category = { ...oneOf(textOf('Category'), 'category'), isSorted: true } as const
export const party = { ...oneOf(textOf('Party'), 'party'), isSorted: true } as const
