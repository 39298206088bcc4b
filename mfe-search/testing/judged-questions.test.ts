import { aPlatform, type TestPlatform } from '@tessera/shared/testing'
import { cleanTerm } from '../domain/clean-term.ts'
import { searchQuery } from '../domain/search-query.ts'
import type { TermOptions } from '../domain/term-expressions.ts'
import { readVocabulary, vocabularyQuery } from '../domain/vocabulary.ts'
import { HELD_OUT_QUESTIONS } from './held-out-questions.ts'
import { JUDGED_QUESTIONS, type JudgedQuestion } from './judged-questions.ts'

let platform: TestPlatform
beforeAll(async () => {
  // What is asked here is what comes first, on a machine that may be busy.
  platform = await aPlatform({ limits: { callDeadlineMs: 60_000, requestDeadlineMs: 120_000 } })
})
afterAll(() => platform.close())

/** What the demonstration site says about its search. */
const optionsFor = async (language: string): Promise<TermOptions> => ({
  relevance: { language, homeTypes: ['landingPage', 'listingPage'], fileFields: ['file'] },
  vocabulary: readVocabulary(await platform.client().search(vocabularyQuery(language))),
})

type Ranked = JudgedQuestion & { readonly rank: number }

/** The place of the expected page among the first ten, from 1; 0 where it is not there. */
async function rank(
  { question, first, language = 'en-GB' }: JudgedQuestion,
  options: TermOptions,
): Promise<number> {
  const query = searchQuery({ term: cleanTerm(question), pageIndex: 0, language, options })
  const { items } = await platform.client().search(query)
  return items.findIndex(({ sys }) => sys.uri === first) + 1
}

async function rankAll(
  questions: readonly JudgedQuestion[],
  optionsOf: (language: string) => Promise<TermOptions>,
): Promise<readonly Ranked[]> {
  const options = { 'en-GB': await optionsOf('en-GB'), cy: await optionsOf('cy') }
  const ranked: Ranked[] = []
  for (const one of questions)
    ranked.push({ ...one, rank: await rank(one, options[one.language === 'cy' ? 'cy' : 'en-GB']) })
  return ranked
}

const meanReciprocalRank = (ranked: readonly Ranked[]): number =>
  ranked.reduce((sum, one) => sum + (one.rank === 0 ? 0 : 1 / one.rank), 0) / ranked.length

/** The figure, and what did not come first, in the output of the test. */
function report(name: string, ranked: readonly Ranked[]): number {
  const mean = meanReciprocalRank(ranked)
  const missed = ranked.filter((one) => one.rank !== 1)
  const lines = missed.map((one) => `  ${one.rank || '-'}  ${one.question} → ${one.first}`)
  process.stdout.write(
    [`${name}: mean reciprocal rank ${mean.toFixed(3)} of ${ranked.length}`, ...lines, ''].join('\n'),
  )
  return mean
}

describe('questions of visitors (issue 12, Relevance)', () => {
  test('put the right page first', async () => {
    const ranked = await rankAll(JUDGED_QUESTIONS, optionsFor)
    expect(ranked.length).toBeGreaterThanOrEqual(60)
    expect(report('judged', ranked)).toBeGreaterThanOrEqual(0.95)
  })

  test('that were written before anything was tuned do so too', async () => {
    expect(report('held out', await rankAll(HELD_OUT_QUESTIONS, optionsFor))).toBeGreaterThanOrEqual(0.9)
  })

  test('are answered worse by the plain query, which stays what the specification says', async () => {
    const plain = meanReciprocalRank(await rankAll(JUDGED_QUESTIONS, () => Promise.resolve({})))
    expect(plain).toBeLessThan(0.5)
  })

  test('about what a file says lead to the page of its document', async () => {
    const options = await optionsFor('en-GB')
    const ask = { question: 'signatures of two thirds of the street', first: '/documents/street-party-guide' }
    expect(await rank(ask, options)).toBe(1)
    expect(await rank(ask, { ...options, relevance: { language: 'en-GB' } })).toBe(0)
  })

  test('find entries that an author has chosen, by what is written in content alone', async () => {
    const ask = { question: 'emergency', first: '/contact' }
    const options = await optionsFor('en-GB')
    expect(await rank(ask, options)).toBe(1)
    expect(await rank(ask, { ...options, vocabulary: { synonyms: [], pins: [] } })).not.toBe(1)
  })
})
