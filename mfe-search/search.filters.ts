import { SITE_WORDS } from '@tessera/shared/config'
import type { FilterConfig } from './config/search-config.ts'
import { places } from './search.places.ts'

/** A text of the demonstration site, in English and Welsh. */
export const bilingual = (english: string, welsh: string) => ({ 'en-GB': english, cy: welsh })

/** Records that exist in English only: a Welsh page shows them too, and says which language they are in. */
export const ENGLISH_RECORDS = { languages: ['en-GB'] } as const
/** Leaves out what is over. The platform's clock evaluates `now()`, so the answer is right whenever the query is made. */
export const NOT_ENDED = { field: 'dates.to', greaterThanOrEqualTo: 'now()' } as const

/** Content types that are searched besides pages. `RECORD_RULES` applies to some of them, wherever they are searched. */
export const RECORDS = [
  'newsArticle',
  'event',
  'venue',
  'councillor',
  'planningApplication',
  'document',
] as const
export const RECORD_RULES = {
  event: { customWhere: [NOT_ENDED] },
  planningApplication: ENGLISH_RECORDS,
  councillor: ENGLISH_RECORDS,
} as const

export const topic: FilterConfig = {
  title: bilingual('Topic', 'Pwnc'),
  fieldId: 'topic',
  path: 'Root/Topics',
  hasOneValue: true,
  view: 'tree',
  isGrouped: true,
}
export const year: FilterConfig = {
  title: bilingual('Year', 'Blwyddyn'),
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
  title: bilingual('Ward', 'Ward'),
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
  title: bilingual('Distance', 'Pellter'),
  fieldId: 'location',
  valueType: 'geo',
  view: 'near',
  isSingleSelect: true,
  distances: { 'en-GB': ['1mi', '2mi', '5mi', '10mi', '25mi'] },
  places,
}

export const bestMatch = { title: bilingual('Best match', 'Cyfatebiaeth orau'), orderBy: '' }
/** Offered once a place is chosen. */
export const nearest = { title: bilingual('Nearest first', 'Agosaf yn gyntaf'), orderBy: 'location' }
export const byTitle = { title: bilingual('A to Z', 'A i Y'), orderBy: 'entryTitle' }
export const newestBy = (field: string) => ({
  title: bilingual('Newest first', 'Diweddaraf yn gyntaf'),
  orderBy: `-${field}`,
})
export const oldestBy = (field: string) => ({
  title: bilingual('Oldest first', 'Hynaf yn gyntaf'),
  orderBy: field,
})

/** A filter for a field that holds one of a few words. */
const oneOf = (title: FilterConfig['title'], fieldId: string): FilterConfig => ({
  title,
  fieldId,
  items: Object.entries(SITE_WORDS[fieldId] ?? {}).map(([key, { cy = key }]) => ({
    key,
    title: bilingual(key, cy),
  })),
})
/** In the order of an application's progress. */
export const status = oneOf(bilingual('Status', 'Statws'), 'status')
export const kind = { ...oneOf(bilingual('Kind', 'Math'), 'kind'), isSorted: true } as const
export const category = { ...oneOf(bilingual('Category', 'Categori'), 'category'), isSorted: true } as const
export const party = { ...oneOf(bilingual('Party', 'Plaid'), 'party'), isSorted: true } as const
