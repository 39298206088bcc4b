/** Fields whose value is worth a word on a card, by what the entry has. */
export const FACT_FIELDS = ['reference', 'status', 'party', 'ward', 'kind', 'category', 'price'] as const

/** Every field that a card shows: a page that holds cards asks for these, since linked entries bring what its list names. */
export const CARD_FIELDS = [
  'image',
  'photo',
  'publishedDate',
  'published',
  'received',
  'dates',
  ...FACT_FIELDS,
] as const
