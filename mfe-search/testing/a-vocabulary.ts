import type { Entry } from '@tessera/shared/content'
import { PIN_TYPE, readVocabulary, SYNONYMS_TYPE, type Vocabulary } from '../domain/vocabulary.ts'

/** Synonyms and pins of authors, as plain text. */
interface Written {
  readonly synonyms?: readonly { readonly words: readonly string[]; readonly means: readonly string[] }[]
  readonly pins?: readonly { readonly terms: readonly string[]; readonly ids: readonly string[] }[]
}

/** The platform's answer, with these as entries. */
export function vocabularyAnswer({ synonyms = [], pins = [] }: Written) {
  const items = [
    ...synonyms.map((fields, at) => ({
      sys: { id: `synonyms${at}`, contentTypeId: SYNONYMS_TYPE },
      ...fields,
    })),
    ...pins.map(({ terms, ids }, at) => ({
      sys: { id: `pin${at}`, contentTypeId: PIN_TYPE },
      terms,
      pages: ids.map((id) => ({ sys: { id } })),
    })),
  ] as unknown as readonly Entry[]
  return { pageIndex: 0, pageSize: 500, totalCount: items.length, pageCount: 1, items }
}

/** The vocabulary of a language as a search reads it. */
export const aVocabulary = (written: Written, language = 'en-GB'): Vocabulary =>
  readVocabulary(vocabularyAnswer(written), language)
