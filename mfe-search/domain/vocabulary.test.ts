import { vocabularyAnswer } from '../testing/a-vocabulary.ts'
import { readVocabulary, vocabularyQuery } from './vocabulary.ts'
import { textsOf, type Phrase } from './words/phrase.ts'

const wordsOf = (phrases: readonly Phrase[]) => phrases.map(({ words }) => textsOf(words))

/** The vocabulary that is read from entries, as plain words. */
function read(items: readonly object[]) {
  const { synonyms, pins, knownWords } = readVocabulary(
    { ...vocabularyAnswer({}), items: items as never },
    'en-GB',
  )
  return {
    synonyms: synonyms.map(({ words, means }) => ({
      words: wordsOf(words),
      means: means.map(({ text }) => text),
    })),
    pins: pins.map(({ terms, ids }) => ({ terms: wordsOf(terms), ids })),
    knownWords: [...knownWords],
  }
}

describe('what authors say about words (docs/decisions/0039)', () => {
  test('is one query for both content types, the same for every term', () => {
    expect(vocabularyQuery('cy')).toEqual(vocabularyQuery('cy'))
    expect(vocabularyQuery('cy').isSiteWide).toBe(true)
    expect(vocabularyQuery('cy').where).toEqual([
      { field: 'sys.contentTypeId', in: ['searchSynonyms', 'searchPin'] },
      { field: 'sys.language', equalTo: 'cy' },
    ])
  })

  test('brings the titles of what has a name with it, after what authors say', () => {
    const { where, fields, orderBy } = vocabularyQuery('cy', ['venue'])
    expect(where[0]).toEqual({
      or: [
        { field: 'sys.contentTypeId', in: ['searchSynonyms', 'searchPin'], weight: 10 },
        { field: 'sys.contentTypeId', in: ['venue'] },
      ],
    })
    expect(fields).toEqual(expect.arrayContaining(['words', 'entryTitle', 'keywords']))
    expect(orderBy).toBeUndefined()
  })

  test('is read in the language that is asked for, even from the same answer', () => {
    const answer = vocabularyAnswer({ synonyms: [{ words: ['gathod'], means: ['Cathod'] }] })
    const [english, welsh] = [readVocabulary(answer, 'en-GB'), readVocabulary(answer, 'cy')]
    expect(welsh).not.toEqual(english)
    expect([readVocabulary(answer, 'cy'), readVocabulary(answer, 'en-GB')]).toEqual([welsh, english])
    expect(readVocabulary(answer, 'cy')).toBe(welsh)
  })

  test('knows the words of names and keywords', () => {
    const { knownWords } = read([
      { sys: { contentTypeId: 'venue' }, entryTitle: 'Tannery Meadows', keywords: ['skate park', 7] },
      {
        sys: { contentTypeId: 'searchPin' },
        entryTitle: 'Pinned',
        terms: ['tip'],
        pages: [{ sys: { id: 'a' } }],
      },
    ])
    expect(knownWords.toSorted()).toEqual(['meadows', 'park', 'skate', 'tannery', 'tip'])
  })

  test('is read from their entries, without accents and capitals', () => {
    const vocabulary = read([
      { sys: { contentTypeId: 'searchSynonyms' }, words: ['Tip', 'Café  bar'], means: ['Recycling centres'] },
      {
        sys: { contentTypeId: 'searchPin' },
        terms: ['Opening hours'],
        pages: [{ sys: { id: 'a' } }, { sys: { id: 'b' } }],
      },
    ])
    expect(vocabulary).toEqual({
      synonyms: [{ words: [['tip'], ['cafe', 'bar']], means: ['Recycling centres'] }],
      pins: [{ terms: [['opening', 'hours']], ids: ['a', 'b'] }],
      knownWords: ['tip', 'cafe', 'bar', 'recycling', 'centres', 'opening', 'hours'],
    })
  })

  test('leaves out entries that are not finished', () => {
    expect(
      read([
        { sys: { contentTypeId: 'searchSynonyms' }, words: ['tip'], means: null },
        { sys: { contentTypeId: 'searchSynonyms' }, words: [' ', 7], means: ['x'] },
        { sys: { contentTypeId: 'searchPin' }, terms: ['tip'], pages: [{}, null] },
        { sys: { contentTypeId: 'other' }, words: ['tip'], means: ['x'] },
      ]),
    ).toEqual({ synonyms: [], pins: [], knownWords: [] })
  })

  test('is read once for an answer, however many searches have it', () => {
    const answer = vocabularyAnswer({ synonyms: [{ words: ['tip'], means: ['Recycling centres'] }] })
    expect(readVocabulary(answer, 'en-GB')).toBe(readVocabulary(answer, 'en-GB'))
    expect(readVocabulary({ ...answer }, 'en-GB')).not.toBe(readVocabulary(answer, 'en-GB'))
  })
})
