import { knownWords, readVocabulary, vocabularyQuery } from './vocabulary.ts'

const aList = (items: readonly object[]) =>
  readVocabulary({
    pageIndex: 0,
    pageSize: 500,
    totalCount: items.length,
    pageCount: 1,
    items: items as never,
  })

describe('what authors say about words (docs/decisions/0039)', () => {
  test('is one query for both content types, the same for every term', () => {
    expect(vocabularyQuery('cy')).toEqual(vocabularyQuery('cy'))
    expect(vocabularyQuery('cy').where).toEqual([
      { field: 'sys.contentTypeId', in: ['searchSynonyms', 'searchPin'] },
      { field: 'sys.language', equalTo: 'cy' },
    ])
  })

  test('is read from their entries, without accents and capitals', () => {
    const vocabulary = aList([
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
    })
    expect([...knownWords(vocabulary)]).toEqual([
      'tip',
      'cafe',
      'bar',
      'recycling',
      'centres',
      'opening',
      'hours',
    ])
  })

  test('leaves out entries that are not finished', () => {
    expect(
      aList([
        { sys: { contentTypeId: 'searchSynonyms' }, words: ['tip'], means: null },
        { sys: { contentTypeId: 'searchSynonyms' }, words: [' '], means: ['x'] },
        { sys: { contentTypeId: 'searchPin' }, terms: ['tip'], pages: [{}, null] },
        { sys: { contentTypeId: 'other' }, words: ['tip'], means: ['x'] },
      ]),
    ).toEqual({ synonyms: [], pins: [] })
  })
})
