import { SITE_WORDS } from '@tessera/shared/config'
import type { CardFields, Entry } from '@tessera/shared/content'

/** Fields whose value is worth a word on a card, by what the entry has. */
const FACT_FIELDS = ['reference', 'status', 'party', 'ward', 'kind', 'category', 'price'] as const
const IMAGE_FIELDS = ['image', 'photo'] as const
const DATE_FIELDS = ['publishedDate', 'published', 'received'] as const

/** Every field that a card shows: a page that holds cards asks for these, since linked entries bring what its list names. */
export const CARD_FIELDS = [...IMAGE_FIELDS, ...DATE_FIELDS, 'dates', 'everyWeeks', ...FACT_FIELDS] as const

/** Which of them an entry has, of whatever content type it is. */
export function cardFieldsOf(entry: Entry): CardFields {
  const first = (fields: readonly string[]) => fields.find((field) => entry[field])
  const image = first(IMAGE_FIELDS)
  const date = first(DATE_FIELDS)
  return {
    ...(image && { image }),
    ...(date && { date }),
    dates: 'dates',
    everyWeeks: 'everyWeeks',
    facts: FACT_FIELDS,
    words: SITE_WORDS,
  }
}
