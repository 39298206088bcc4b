import { aVocabulary } from '../testing/a-vocabulary.ts'
import { cleanTerm } from './clean-term.ts'
import { termExpressions, type TermOptions } from './term-expressions.ts'

const expressions = (term: string, options?: TermOptions) => termExpressions(cleanTerm(term), options)

describe('default search (specification 9, Search weights)', () => {
  test('weighs title, description, keywords and address, and reads all text', () => {
    const freeText = { term: 'garden bins', fuzzy: false, operator: 'and' }
    expect(expressions('garden bins')).toEqual({
      or: [
        { field: 'entryTitle', equalTo: 'garden bins', weight: 10 },
        { field: 'entryTitle', freeText, weight: 2 },
        { field: 'entryDescription', freeText, weight: 2 },
        { field: 'keywords', contains: 'garden bins', weight: 2 },
        { field: 'sys.uri', contains: 'garden bins', weight: 2 },
        { field: 'sys.allUris', contains: 'garden bins' },
        { field: 'searchContent', freeText },
      ],
    })
  })

  test('a quoted phrase must match exactly, in addition to the words', () => {
    expect(expressions('bins "garden waste"')).toMatchObject({
      or: expect.arrayContaining([
        {
          and: [
            { field: 'searchContent', freeText: { term: 'bins', fuzzy: false, operator: 'and' } },
            { field: 'searchContent', contains: 'garden waste' },
          ],
        },
      ]),
    })
  })

  test.each(["'", '’'])('a phrase with %s may have straight or curly apostrophes', (sign) => {
    const either = ["St Oswin's", 'St Oswin’s'].map((contains) => ({ field: 'searchContent', contains }))
    const asked = expressions(`"St Oswin${sign}s"`)
    expect(asked).toMatchObject({ or: expect.arrayContaining([{ or: either }]) })
    // The platform counts conditions that look through texts, and takes more than three for a costly query.
    expect(JSON.stringify(asked).match(/"(?:searchContent|entryDescription)"/g)).toHaveLength(3)
  })

  test('a lone phrase needs no group', () => {
    expect(expressions('"garden waste"')).toMatchObject({
      or: expect.arrayContaining([{ field: 'entryTitle', contains: 'garden waste', weight: 2 }]),
    })
  })

  test('a title is not compared as a whole when the term has a phrase', () => {
    expect(JSON.stringify(expressions('bins "garden waste"'))).not.toContain('equalTo')
  })

  test('leaves out the fields that are omitted', () => {
    const fields = ['entryTitle', 'sys.uri', 'sys.allUris', 'keywords', 'searchContent']
    expect(expressions('bins', { omitDefaultSearchFields: fields })).toEqual({
      or: [
        { field: 'entryDescription', freeText: { term: 'bins', fuzzy: false, operator: 'and' }, weight: 2 },
      ],
    })
    const all = [...fields, 'entryDescription']
    expect(expressions('bins', { omitDefaultSearchFields: all })).toBeNull()
  })

  test('finds other spellings with fuzzy search', () => {
    const clauses = expressions('bins', { fuzzySearch: true })?.['or'] as readonly object[]
    expect(clauses.filter((clause) => JSON.stringify(clause).includes('"fuzzy":true'))).toHaveLength(3)
  })

  test('is no condition without a term', () => {
    expect(expressions(' "" ')).toBeNull()
  })
})

describe('weighted search fields (specification 3, Query params)', () => {
  const words = { freeText: { term: 'bins', fuzzy: false, operator: 'and' } }
  const options: TermOptions = {
    weightedSearchFields: [
      { fieldId: 'entryTitle', weight: 8 },
      { fieldId: 'keywords', weight: 4 },
      { fieldId: 'sys.properties.filename' },
      { fieldId: 'summary', weight: 1 },
      { fieldId: 'keywords', weight: 99 },
    ],
  }

  test('look for keywords, file names and addresses as they stand, for titles both ways, for other fields by words', () => {
    expect(expressions('bins', options)).toEqual({
      or: [
        {
          or: [
            { field: 'entryTitle', contains: 'bins', weight: 8 },
            { field: 'entryTitle', ...words, weight: 8 },
          ],
        },
        { field: 'keywords', contains: 'bins', weight: 4 },
        { field: 'sys.properties.filename', contains: 'bins' },
        { field: 'summary', ...words },
        { field: 'searchContent', ...words },
      ],
    })
  })

  test('each hold every phrase besides', () => {
    const { or } = expressions('bins "garden waste"', {
      weightedSearchFields: [{ fieldId: 'summary', weight: 3 }],
      omitDefaultSearchFields: ['searchContent'],
    }) as { readonly or: unknown }
    expect(or).toEqual([
      {
        and: [
          { field: 'summary', ...words, weight: 3 },
          { field: 'summary', contains: 'garden waste', weight: 3 },
        ],
      },
    ])
  })
})

describe('a term with relevance (docs/decisions/0039)', () => {
  const relevance = { language: 'en-GB' }

  test('is the plain query where the option is off', () => {
    const vocabulary = aVocabulary({ synonyms: [{ words: ['bins'], means: ['Refuse'] }] })
    expect(expressions('bins', { vocabulary })).toEqual(expressions('bins'))
  })

  test('matches each phrase exactly, whichever way the words match', () => {
    const { and } = expressions('bins "garden waste" "blue box"', { relevance }) as {
      readonly and: readonly unknown[]
    }
    expect(and).toEqual([
      expressions('bins', { relevance }),
      expressions('"garden waste"'),
      expressions('"blue box"'),
    ])
  })

  test('looks for a phrase beside words in no omitted field either', () => {
    const omitDefaultSearchFields = ['searchContent', 'entryDescription']
    const { and } = expressions('bins "garden waste"', { relevance, omitDefaultSearchFields }) as {
      readonly and: readonly unknown[]
    }
    expect(and[1]).toEqual(expressions('"garden waste"', { omitDefaultSearchFields }))
    expect(JSON.stringify(and)).not.toMatch(/searchContent|entryDescription/)
  })

  test('is the plain query for phrases alone', () => {
    expect(expressions('"garden waste"', { relevance })).toEqual(expressions('"garden waste"'))
  })

  test('looks into weighted fields as well, and not into omitted ones', () => {
    const { or } = expressions('bins', {
      relevance: { language: 'en-GB', homeTypes: ['landingPage'] },
      weightedSearchFields: [{ fieldId: 'summary', weight: 30 }],
      omitDefaultSearchFields: ['entryTitle', 'keywords', 'searchContent'],
    }) as { readonly or: readonly object[] }
    expect(or[0]).toEqual({
      field: 'summary',
      freeText: { term: 'bins', fuzzy: false, operator: 'and' },
      weight: 30,
    })
    expect(JSON.stringify(or)).not.toMatch(/entryTitle|keywords|searchContent/)
  })

  test('by similar words alone asks for nothing else; a postcode or a number has none, and is not left without a condition', () => {
    const bySimilar = { relevance, isBySimilarWords: true }
    const similar = (term: string) => ({ freeText: { term, fuzzy: true, operator: 'or' } })
    expect(expressions('parcles 24', bySimilar)).toEqual({
      or: [
        { field: 'entryDescription', ...similar('parcles') },
        { field: 'searchContent', ...similar('parcles') },
      ],
    })
    expect(expressions('LK5 3QT', bySimilar)).toEqual(expressions('LK5 3QT', { relevance }))
    const omitDefaultSearchFields = ['entryDescription', 'searchContent']
    expect(expressions('parcles', { ...bySimilar, omitDefaultSearchFields })).toEqual(
      expressions('parcles', { relevance, omitDefaultSearchFields }),
    )
  })
})
