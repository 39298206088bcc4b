import type { SearchConfig } from '../config/search-config.ts'
import { aVocabulary, vocabularyAnswer } from '../testing/a-vocabulary.ts'
import { anAddress } from '../testing/builders.ts'
import { relevantOptions } from './load-vocabulary.ts'

const config: SearchConfig = {
  facets: {
    all: { title: 'All', queryParams: { relevance: { homeTypes: ['landingPage'] } } },
    plain: { title: 'Plain' },
  },
  minilist: { related: { title: 'Related', queryParams: { relevance: true } } },
}
const written = { synonyms: [{ words: ['tip'], means: ['Recycling centres'] }] }

/** The options of a search, and the calls that were made for them. */
async function optionsOf(change: Partial<Parameters<typeof anAddress>[0]>, fails = false) {
  const asked: unknown[] = []
  const search = (query: unknown) => {
    asked.push(query)
    return fails ? Promise.reject(new Error('down')) : Promise.resolve(vocabularyAnswer(written))
  }
  const address = anAddress({ context: 'facets', key: 'all', term: 'tip', ...change })
  const problems: unknown[] = []
  const onProblem = (problem: unknown) => problems.push(problem)
  const context = { language: 'cy', searchRoute: { context: 'facets' } } as const
  const options = await relevantOptions({ config, address, context }, { client: { search }, onProblem })
  return { asked, options, problems }
}

describe('what authors say about words (docs/decisions/0039)', () => {
  test('is requested once, in the language of the search', async () => {
    const { asked, options } = await optionsOf({})
    expect(options).toEqual({
      relevance: { language: 'cy', homeTypes: ['landingPage'] },
      vocabulary: aVocabulary(written, 'cy'),
    })
    expect(asked).toEqual([
      expect.objectContaining({
        where: expect.arrayContaining([{ field: 'sys.language', equalTo: 'cy' }]) as unknown,
      }),
    ])
  })

  test('does not fail the search when it fails', async () => {
    const { options, problems } = await optionsOf({}, true)
    expect(options?.vocabulary).toEqual(aVocabulary({}))
    expect(problems).toEqual([new Error('down')])
  })

  test.each([
    ['a search that is not configured so', { key: 'plain' }],
    ['a search without a term', { term: '' }],
    ['phrases alone', { term: '"the tip"' }],
    ['a minilist, which ignores the term', { context: 'minilist', key: 'related' }],
  ] as const)('is not asked for by %s', async (_, change) => {
    expect(await optionsOf(change)).toEqual({ asked: [], options: null, problems: [] })
  })
})
