import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Trial } from './check-mutants.ts'
import type { SuiteEnd } from './run-suite.ts'
import { takeSample } from './take-sample.ts'
import { countOutcomes, tryMutants, type Outcome } from './try-mutants.ts'

const SOURCE = 'const page = 25\n'
let copy: string
beforeEach(() => {
  copy = mkdtempSync(path.join(tmpdir(), 'mutants-try-'))
  mkdirSync(path.join(copy, 'shell'))
  writeFileSync(path.join(copy, 'shell/a.ts'), SOURCE)
})
afterEach(() => rmSync(copy, { recursive: true, force: true }))

const aTrial = (more: Partial<Trial> = {}): Trial => ({
  row: '9.1',
  file: 'shell/a.ts',
  from: 'page = 25',
  to: "page = '$&'",
  suite: 'shell/a.test.ts',
  titles: ['asks for %s'],
  others: [],
  position: 'a.mutants:1',
  ...more,
})

/** Try one mutant with a test file whose results with the change and without it are given. */
async function outcomeOf(changed: Partial<SuiteEnd>, asItIs: Partial<SuiteEnd> = {}) {
  const seen: string[] = []
  const outcomes: Outcome[] = []
  await tryMutants([aTrial()], {
    copies: [copy],
    run: async () => {
      const source = readFileSync(path.join(copy, 'shell/a.ts'), 'utf8')
      seen.push(source)
      return { kind: 'passed', failed: [], ms: 1, ...(source === SOURCE ? asItIs : changed) }
    },
    until: Infinity,
    quickMs: null,
    onOutcome: (outcome) => outcomes.push(outcome),
    onSlow: () => expect('slow').toBe('tried'),
  })
  return { seen, verdict: outcomes[0]?.verdict, after: readFileSync(path.join(copy, 'shell/a.ts'), 'utf8') }
}

describe('trying a mutant', () => {
  it('runs the test file as it is, then with the change, and takes the change back', async () => {
    const { seen, after } = await outcomeOf({})
    expect(seen).toEqual([SOURCE, "const page = '$&'\n"])
    expect(after).toBe(SOURCE)
  })

  it('runs the tests of its row alone, or all where they need the others', async () => {
    const only: (string | undefined)[] = []
    const verdicts: Outcome['verdict'][] = []
    await tryMutants([aTrial({ titles: ['asks for %s (once)', 'is kept'] })], {
      copies: [copy],
      run: async (run) => {
        only.push(run.only)
        return { kind: run.only === undefined ? 'passed' : 'failed', failed: [], ms: 1 }
      },
      until: Infinity,
      quickMs: null,
      onOutcome: ({ verdict }) => verdicts.push(verdict),
      onSlow: () => undefined,
    })
    expect(only).toEqual(['(asks for .* \\(once\\)|is kept)$', undefined, undefined])
    expect(verdicts).toEqual(['survived'])
  })

  it('goes on with the other test files of its row while none fails', async () => {
    const [b, c] = ['b', 'c'].map((name) => ({ suite: `shell/${name}.test.ts`, titles: ['asks for %s'] }))
    const outcomes: string[] = []
    await tryMutants([aTrial({ others: [b!, c!] })], {
      copies: [copy],
      run: async ({ suite }) => {
        const isChanged = readFileSync(path.join(copy, 'shell/a.ts'), 'utf8') !== SOURCE
        const fails = isChanged && suite === 'shell/b.test.ts'
        return { kind: fails ? 'failed' : 'passed', failed: fails ? ['asks for 25'] : [], ms: 1 }
      },
      until: Infinity,
      quickMs: null,
      onOutcome: ({ trial, verdict }) => outcomes.push(`${verdict} ${trial.suite}`),
      onSlow: () => undefined,
    })
    expect(outcomes).toEqual(['caught shell/b.test.ts'])
  })

  it.each<[Outcome['verdict'], Partial<SuiteEnd>, Partial<SuiteEnd>]>([
    ['survived', { kind: 'passed' }, {}],
    ['caught', { kind: 'failed', failed: ['something else', 'asks for 25'] }, {}],
    ['caught', { kind: 'hung' }, {}],
    ['elsewhere', { kind: 'failed', failed: ['something else'] }, {}],
    ['broken', { kind: 'broken' }, {}],
    ['red', { kind: 'failed', failed: ['asks for 25'] }, { kind: 'failed', failed: ['asks for 25'] }],
  ])('says %s when with the change it is %j', async (verdict, changed, asItIs) => {
    expect((await outcomeOf(changed, asItIs)).verdict).toBe(verdict)
  })

  it('tries one, and begins nothing more after its time', async () => {
    const run = async (): Promise<SuiteEnd> => ({ kind: 'passed', failed: [], ms: 1 })
    const tried: string[] = []
    await tryMutants([aTrial(), aTrial({ position: 'a.mutants:9' }), aTrial({ suite: 'shell/b.test.ts' })], {
      copies: [copy],
      run,
      until: performance.now() - 1,
      quickMs: null,
      onOutcome: ({ trial }) => tried.push(trial.position),
      onSlow: () => undefined,
    })
    expect(tried).toEqual(['a.mutants:1'])
  })

  it('goes on with a survivor although its time is over, and begins no other', async () => {
    const b = { suite: 'shell/b.test.ts', titles: ['asks for %s'] }
    const outcomes: string[] = []
    let until = Infinity
    const trials = ['a.mutants:1', 'a.mutants:5', 'a.mutants:9'].map((position) =>
      aTrial({ position, others: [b] }),
    )
    await tryMutants(trials, {
      copies: [copy],
      run: async ({ suite }) => {
        const isChanged = readFileSync(path.join(copy, 'shell/a.ts'), 'utf8') !== SOURCE
        if (isChanged && outcomes.length === 1) until = performance.now() - 1
        const fails = isChanged && suite === b.suite
        return { kind: fails ? 'failed' : 'passed', failed: fails ? ['asks for 25'] : [], ms: 1 }
      },
      get until() {
        return until
      },
      quickMs: null,
      onOutcome: ({ trial, verdict }) => outcomes.push(`${verdict} ${trial.position}`),
      onSlow: () => undefined,
    })
    expect(outcomes).toEqual(['caught a.mutants:1', 'caught a.mutants:5'])
  })

  it('leaves out the test files that take too long as they are, and says which, in a quick sample', async () => {
    const slow: string[] = []
    const tried: string[] = []
    await tryMutants([aTrial(), aTrial({ suite: 'shell/b.test.ts' })], {
      copies: [copy],
      run: async ({ suite, timeoutMs }) => ({
        kind: suite === 'shell/a.test.ts' && timeoutMs === 500 ? 'hung' : 'passed',
        failed: [],
        ms: 1,
      }),
      until: Infinity,
      quickMs: 500,
      onOutcome: ({ trial }) => tried.push(trial.suite),
      onSlow: (suite) => slow.push(suite),
    })
    expect({ slow, tried }).toEqual({ slow: ['shell/a.test.ts'], tried: ['shell/b.test.ts'] })
  })

  it('counts what was not tried as it should be apart from what was caught and what survived', () => {
    const verdicts = ['caught', 'caught', 'survived', 'elsewhere', 'broken', 'red'] as const
    expect(
      countOutcomes(
        verdicts.map((verdict) => ({ verdict })),
        7,
      ),
    ).toEqual({ caught: 2, survived: 1, others: 3, stale: 7 })
  })
})

describe('a sample of mutants', () => {
  const all = Array.from({ length: 60 }, (_, index) =>
    aTrial({ from: `text ${index}`, suite: `shell/${index % 6}.test.ts` }),
  )

  it('is the same for the same seed, and another for another', () => {
    const textsOf = (seed: string) => takeSample(all, 12, seed).map(({ from }) => from)
    expect(textsOf('1')).toEqual(textsOf('1'))
    expect(textsOf('1')).not.toEqual(textsOf('2'))
  })

  it('has a few of one test file, so that it need not run as it is for each of them', () => {
    const sample = takeSample(all, 12, '1')
    expect(sample).toHaveLength(12)
    expect(new Set(sample.map(({ suite }) => suite)).size).toBe(3)
  })
})
