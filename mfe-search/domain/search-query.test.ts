import { cleanTerm } from './clean-term.ts'
import { searchQuery } from './search-query.ts'

const aQuery = (term: string, pageIndex = 0) =>
  searchQuery({ term: cleanTerm(term), pageIndex, language: 'cy' })

/** The clause that holds the term. */
const termClause = (term: string) => aQuery(term).where.at(-1)

describe('default search (specification 9, Search weights)', () => {
  test('asks for entries with an address, in the language, that are in search', () => {
    expect(aQuery('bins').where.slice(0, -1)).toEqual([
      { field: 'sys.language', equalTo: 'cy' },
      { field: 'sys.dataFormat', equalTo: 'entry' },
      { field: 'sys.uri', exists: true },
      {
        or: [
          { field: 'sys.metadata.includeInSearch', equalTo: true },
          { field: 'sys.metadata.includeInSearch', exists: false },
        ],
      },
    ])
  })

  test('weighs title, description, keywords and address, and reads all text', () => {
    const freeText = { term: 'garden bins', fuzzy: false, operator: 'and' }
    expect(termClause('garden bins')).toEqual({
      or: [
        { field: 'entryTitle', equalTo: 'garden bins', weight: 10 },
        { field: 'entryTitle', freeText, weight: 2 },
        { field: 'entryDescription', freeText, weight: 2 },
        { field: 'keywords', contains: 'garden bins', weight: 2 },
        { field: 'sys.uri', contains: 'garden bins', weight: 2 },
        { field: 'searchContent', freeText },
      ],
    })
  })

  test('a quoted phrase must be there as it stands, beside the words', () => {
    expect(termClause('bins "garden waste"')).toMatchObject({
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

  test('a lone phrase needs no group', () => {
    expect(termClause('"garden waste"')).toMatchObject({
      or: expect.arrayContaining([{ field: 'entryTitle', contains: 'garden waste', weight: 2 }]),
    })
  })

  test('pages by ten, and asks for titles and summaries alone', () => {
    expect(aQuery('x', 3)).toMatchObject({
      pageIndex: 3,
      pageSize: 10,
      fields: ['entryTitle', 'entryDescription'],
      linkDepth: 0,
    })
  })
})
