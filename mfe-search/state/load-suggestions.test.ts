import { jest } from '@jest/globals'
import type { Entry } from '@tessera/shared/content'
import type { ContentClient, DataRequest } from '@tessera/shared/contract'
import type { SearchConfig } from '../config/search-config.ts'
import { catalogues, type SearchMessages } from '../messages/index.ts'
import { vocabularyAnswer } from '../testing/a-vocabulary.ts'
import { loadSuggestions } from './load-suggestions.ts'

type Search = ContentClient['search']

const config: SearchConfig = { facets: { all: { title: 'All' } }, cards: { news: { kind: 'News' } } }
const site: SearchConfig = {
  facets: {
    all: {
      title: 'All',
      queryParams: { relevance: { homeTypes: ['landing'], namedTypes: ['page', 'venue'] } },
    },
  },
}
const words = vocabularyAnswer({
  synonyms: [
    { words: ['tip', 'dump', 'rubbish tip'], means: ['Recycling centres'] },
    { words: ['library card', 'library books', 'recycling'], means: ['Libraries'] },
  ],
})

const anEntry = (entryTitle: string, contentTypeId = 'news', id = entryTitle): Entry => ({
  sys: { id, uri: `/${id.toLowerCase().replaceAll(' ', '-')}`, contentTypeId },
  entryTitle,
})

/** A platform with these entries, all of which it finds for every query, and the vocabulary. */
const finding = (...items: readonly Entry[]) =>
  jest.fn<Search>(async ({ isSiteWide }) =>
    isSiteWide ? words : { pageIndex: 0, pageSize: 25, totalCount: items.length, pageCount: 1, items },
  )

async function suggest(term: string, search: Search, asked = site): Promise<readonly string[]> {
  const request: DataRequest<SearchMessages> = {
    language: 'en-GB',
    messages: catalogues['en-GB']!,
    query: { term },
    client: { search } as unknown as ContentClient,
    origin: 'https://www.larkmoor.example',
    sanitise: (html: string) => html,
    signal: new AbortController().signal,
    onProblem: () => undefined,
    setValidUntil: () => undefined,
  }
  const answer = (await loadSuggestions(asked, request)) as readonly { readonly title: string }[]
  return answer.map(({ title }) => title)
}

describe('suggestions while a term is typed (specification 3, Search)', () => {
  test('are at most five pages, with one call for their titles where no vocabulary is configured', async () => {
    const search = finding(...[1, 2, 3, 4, 5, 6].map((number) => anEntry(`Council ${number}`)))
    expect(await suggest(' coun* ', search, config)).toHaveLength(5)
    expect(search).toHaveBeenCalledTimes(1)
    expect(search.mock.calls[0]![0]).toMatchObject({ fields: ['entryTitle'], pageIndex: 0 })
  })

  test('are titles with words that begin so, not those that have the text inside of a word', async () => {
    const found = [anEntry('Hydro-electric turbine'), anEntry('Every bin on a map'), anEntry('Binfield road')]
    const search = finding(...found)
    expect(await suggest('bin', search)).toEqual(['Binfield road', 'Every bin on a map'])
    const asked = JSON.stringify(search.mock.calls[1]![0])
    expect(asked).toContain('"startsWith":"bin"')
    expect(asked).toContain('"contains":" bin"')
    expect(asked).not.toContain('"contains":"bin"')
  })

  test('are sections first, then pages in the order of their types, then articles, wherever the words stand', async () => {
    const found = [
      anEntry('Library van goes electric', 'news'),
      anEntry('Brynfa Library', 'venue'),
      anEntry('Join the library', 'page'),
      anEntry('Leisure and libraries', 'landing'),
    ]
    expect(await suggest('library', finding(...found))).toEqual([
      'Leisure and libraries',
      'Join the library',
      'Brynfa Library',
      'Library van goes electric',
    ])
  })

  test('have all the words, in any order, of which only the last may be unfinished', async () => {
    const found = [anEntry('Pay your council tax'), anEntry('Council tax'), anEntry('Tax discs')]
    expect(await suggest('council ta', finding(...found))).toEqual(['Council tax', 'Pay your council tax'])
    expect(await suggest('tax coun', finding(...found))).toEqual(['Pay your council tax', 'Council tax'])
    expect(await suggest('coun tax', finding(...found))).toEqual([])
  })

  test('are pages that authors mean by the text, also while it is the beginning of what visitors call them', async () => {
    const found = [anEntry('Recycling centres', 'page'), anEntry('Libraries', 'landing')]
    expect(await suggest('dump', finding(...found))).toEqual(['Recycling centres'])
    expect(await suggest('rubbish t', finding(...found))).toEqual(['Recycling centres'])
    expect(await suggest('library c', finding(...found))).toEqual(['Libraries'])
  })

  test('are those for the corrected spelling when there are none for the text as typed', async () => {
    const found = [anEntry('Library van'), anEntry('Recyling wins a prize')]
    const search = finding(...found)
    expect(await suggest('libary', search)).toEqual(['Library van'])
    // That of the vocabulary, and one for both spellings.
    expect(search).toHaveBeenCalledTimes(2)
    expect(await suggest('recyling', search)).toEqual(['Recyling wins a prize'])
  })

  test('are only titles where the vocabulary is not available', async () => {
    const search = jest.fn<Search>(async (query) => {
      if (query.isSiteWide) throw new Error('down')
      return finding(anEntry('Recycling centres', 'page'), anEntry('Dump trucks'))(query)
    })
    expect(await suggest('dump', search)).toEqual(['Dump trucks'])
  })

  test.each([
    'one two three four five six seven eight nine librarry',
    "one two three four five six seven eight librarry st david's",
  ])('do not make a query that is too large for the platform, however much is typed: %s', async (typed) => {
    const search = finding()
    await suggest(typed, search)
    const leaves = JSON.stringify(search.mock.calls[1]![0].where)
    expect(leaves.split('"freeText"').length - 1).toBeLessThanOrEqual(30)
    expect(leaves.split(/"(?:startsWith|contains|exists)"/).length - 1).toBeLessThanOrEqual(32)
    const words = [...leaves.matchAll(/"freeText":\{"term":"([^"]*)"/g)].flatMap(([, term]) =>
      term!.split(' '),
    )
    expect(new Set(words).size).toBeLessThanOrEqual(40)
  })

  test.each(["o'nei", 'o’nei', "st david's d"])('for %j have either apostrophe', async (typed) => {
    const titles = ["O'Neill House", 'O’Neill Park', 'St David’s Day', "St David's Dinner"]
    const search = finding(...titles.map((title) => anEntry(title)))
    expect(await suggest(typed, search)).toHaveLength(2)
    const asked = JSON.stringify(search.mock.calls[1]![0].where)
    const last = typed.replace('st ', '')
    for (const sign of ["'", '’'])
      for (const text of [
        `"startsWith":"${typed}","weight"`,
        `"startsWith":"${last}"`,
        `"contains":" ${last}"`,
      ])
        expect(asked).toContain(text.replace(/['’]/, sign))
    expect(asked.split(/"(?:startsWith|contains|exists)"/).length - 1).toBeLessThanOrEqual(20)
  })

  test('are not requested for less than two letters, or for a single letter at the end of a text', async () => {
    const search = finding()
    expect(await suggest('?b', search)).toEqual([])
    expect(await suggest('🎉', search)).toEqual([])
    expect(search).not.toHaveBeenCalled()
    await suggest('council t', search)
    const asked = JSON.stringify(search.mock.calls[1]![0])
    expect(asked).toContain('"contains":" council t"')
    expect(asked).not.toContain('"contains":" t"')
  })
})
