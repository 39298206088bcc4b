import { readFileSync } from 'node:fs'
import { aPlatform, type TestPlatform } from '@tessera/shared/testing'
import type { SearchConfig } from '../config/search-config.ts'
import { searchConfig } from '../search.config.ts'
import { runSearch } from '../state/run-search.ts'
import { resultsLoaded } from '../state/search-actions.ts'
import { anAddress } from './builders.ts'
import { FRESH_QUESTIONS } from './fresh-questions.ts'
import { BLIND_QUESTIONS, HELD_OUT_QUESTIONS, LAST_QUESTIONS } from './held-out-questions.ts'
import { JUDGED_QUESTIONS, type JudgedQuestion } from './judged-questions.ts'
import { OUTSIDE_FIRST, OUTSIDE_LAST, OUTSIDE_OTHER } from './outside-questions.ts'

/**
 * Questions of people who knew neither the authors' synonyms nor how the search works: misspelt, joined by “and”, in everyday words, and
 * for listings. What the first missed was fixed before the last were written, which reached 0.933 then; synonyms for what these missed were
 * added later (docs/decisions/0100).
 */
const EVERYDAY = JSON.parse(
  readFileSync(new URL('everyday-questions.json', import.meta.url), 'utf8'),
) as Readonly<Record<'first' | 'last' | 'latest', readonly JudgedQuestion[]>>

let platform: TestPlatform
beforeAll(async () => {
  // Only the ranking is tested here, on a machine that may be busy, so the deadlines are long.
  platform = await aPlatform({ limits: { callDeadlineMs: 60_000, requestDeadlineMs: 120_000 } })
})
afterAll(() => platform.close())

/** The facet that searches everything; its parameters are those of the demonstration site, and those of the specification. */
const FACET = 'all'
const withParams = (
  relevance: NonNullable<NonNullable<typeof facet.queryParams>['relevance']>,
): SearchConfig => ({
  ...searchConfig,
  facets: { [FACET]: { ...facet, filters: {}, queryParams: { ...facet.queryParams, relevance } } },
})
const facet = searchConfig.facets?.[FACET] ?? { title: '' }
/** The site's search without its other facets, whose totals would cost calls. */
const SITE: SearchConfig = { ...searchConfig, facets: { [FACET]: facet } }
const PLAIN = withParams(false)

type Ranked = JudgedQuestion & { readonly rank: number }

/** What the search page shows for a question. */
async function ask(question: string, config: SearchConfig, language = 'en-GB') {
  const target = { context: 'facets', key: FACET } as const
  const { actions } = await runSearch(
    {
      config,
      address: anAddress({ ...target, term: question }),
      target,
      context: { language, searchRoute: target },
    },
    { client: platform.client({ language }) },
  )
  const loaded = actions.find(resultsLoaded.match)
  return {
    paths: (loaded?.payload.results ?? []).map(({ path }) => path),
    correctedTerm: loaded?.payload.correctedTerm,
  }
}

/** The place of the expected page among the first, from 1; 0 where it is not there. */
async function rank(
  { question, first, also = [], language }: JudgedQuestion,
  config: SearchConfig,
): Promise<number> {
  const { paths } = await ask(question, config, language)
  return paths.findIndex((path) => path === first || also.includes(path)) + 1
}

async function rankAll(
  questions: readonly JudgedQuestion[],
  config: SearchConfig,
): Promise<readonly Ranked[]> {
  const ranked: Ranked[] = []
  for (const one of questions) ranked.push({ ...one, rank: await rank(one, config) })
  return ranked
}

const meanReciprocalRank = (ranked: readonly Ranked[]): number =>
  ranked.reduce((sum, one) => sum + (one.rank === 0 ? 0 : 1 / one.rank), 0) / ranked.length

/** Prints the figure, and the questions whose page did not come first, in the output of the test. */
function report(name: string, ranked: readonly Ranked[]): number {
  const mean = meanReciprocalRank(ranked)
  const missed = ranked.filter((one) => one.rank !== 1)
  const lines = missed.map((one) => `  ${one.rank || '-'}  ${one.question} → ${one.first}`)
  process.stdout.write(
    [`${name}: mean reciprocal rank ${mean.toFixed(3)} of ${ranked.length}`, ...lines, ''].join('\n'),
  )
  return mean
}

describe('questions of visitors', () => {
  test('have the right page first or nearly so: a mean reciprocal rank of 0.98', async () => {
    const ranked = await rankAll(JUDGED_QUESTIONS, SITE)
    expect(ranked.length).toBeGreaterThanOrEqual(60)
    expect(report('judged', ranked)).toBeGreaterThanOrEqual(0.98)
  })

  test('that were written before the search was tuned do so too', async () => {
    expect(report('held out', await rankAll(HELD_OUT_QUESTIONS, SITE))).toBeGreaterThanOrEqual(0.98)
  })

  test('that were asked when everything was settled do so nearly as well', async () => {
    expect(report('last', await rankAll(LAST_QUESTIONS, SITE))).toBeGreaterThanOrEqual(0.95)
  })

  test('that another person wrote do so as well, in both languages', async () => {
    expect(report('blind', await rankAll(BLIND_QUESTIONS, SITE))).toBeGreaterThanOrEqual(0.97)
  })

  test('that were written by people outside the project do so nearly as well', async () => {
    expect(report('fresh', await rankAll(FRESH_QUESTIONS, SITE))).toBeGreaterThanOrEqual(0.96)
  })

  test.each([
    ['whose misses were mended since', OUTSIDE_FIRST, 0.9],
    ['whose misses were mended since, whole sentences among them', OUTSIDE_OTHER, 0.87],
    ['asked when that was done', OUTSIDE_LAST, 0.9],
    ['of every kind, whose misses were mended since', EVERYDAY.first, 0.95],
    ['of every kind, asked when that was done and mended in turn', EVERYDAY.last, 0.95],
    ['of every kind, asked when those were mended too', EVERYDAY.latest, 0.95],
  ])('of strangers, %s, do so in most cases', async (name, questions, least) => {
    expect(report(name, await rankAll(questions, SITE))).toBeGreaterThanOrEqual(least)
  })

  test('are answered worse by the plain query, which stays what the specification says', async () => {
    const plain = meanReciprocalRank(await rankAll(JUDGED_QUESTIONS, PLAIN))
    expect(plain).toBeLessThan(0.5)
  })

  test('about what a file says lead to the page of its document', async () => {
    const question = {
      question: 'signatures of two thirds of the street',
      first: '/documents/street-party-guide',
    }
    expect(await rank(question, SITE)).toBe(1)
    expect(await rank(question, withParams(true))).toBe(0)
  })

  test('find entries that an author has chosen, by what is written in content alone', async () => {
    expect(await rank({ question: 'emergency', first: '/contact' }, SITE)).toBe(1)
  })

  test('that are misspelt say whose results are shown; others do not', async () => {
    expect((await ask('counsil tax', SITE)).correctedTerm).toBe('council tax')
    expect((await ask('cemetry rekords', SITE)).correctedTerm).toBe('cemetery records')
    expect((await ask('nightjars', SITE)).correctedTerm).toBeUndefined()
  })

  test('that find nothing by their words find similar ones', async () => {
    const { paths, correctedTerm } = await ask('dahlais', SITE)
    expect(paths).toContain('/your-council/councillors/alun-treharne')
    expect(correctedTerm).toBe('dahlias')
    expect((await ask('dahlais', PLAIN)).paths).toEqual([])
  })
})
