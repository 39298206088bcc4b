import { SITE_WORDS } from '@tessera/shared/config'
import type { CardFields, Entry } from '@tessera/shared/content'

/** Fields whose values a card shows as facts, if the entry has them. */
const FACT_FIELDS = ['reference', 'status', 'party', 'ward', 'kind', 'category', 'price'] as const
const IMAGE_FIELDS = ['image', 'photo'] as const
const DATE_FIELDS = ['publishedDate', 'published', 'received'] as const

/** Every field that cards show. Pages with cards must request them: a call's list of fields applies to linked entries too. */
export const CARD_FIELDS = [...IMAGE_FIELDS, ...DATE_FIELDS, 'dates', 'everyWeeks', ...FACT_FIELDS] as const

/** The card fields of an entry, of any content type. */
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
