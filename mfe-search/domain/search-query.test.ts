import { cleanTerm } from './clean-term.ts'
import { searchQuery } from './search-query.ts'
import { termExpressions } from './term-expressions.ts'

const aQuery = (term: string, pageIndex = 0) =>
  searchQuery({ term: cleanTerm(term), pageIndex, language: 'cy' })

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

  test('asks for the term last', () => {
    expect(aQuery('bins').where.at(-1)).toEqual(termExpressions(cleanTerm('bins')))
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
