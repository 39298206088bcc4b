import { median, medians } from './load.ts'
import { aimed, info, ms, ratio, toTable } from './report.ts'

describe('the table', () => {
  it('says of each aim whether it holds, and nothing where there is none', () => {
    const table = toTable([
      aimed('p99', 120, { atMost: 100 }, ms),
      aimed('share of the baseline', 0.5, { atLeast: 0.5 }, ratio),
      info('p50', ms(4)),
    ])
    const cells = table.split('\n').map((line) =>
      line
        .split('|')
        .map((cell) => cell.trim())
        .slice(1, -1),
    )
    expect(cells.slice(2)).toEqual([
      ['p99', '120 ms', '≤ 100 ms', 'NO'],
      ['share of the baseline', '0.50', '≥ 0.50', 'yes'],
      ['p50', '4.00 ms', '', ''],
    ])
  })

  it('never says that a figure holds which was not measured', () => {
    expect(aimed('p99', Number.NaN, { atMost: 100 }, ms).holds).toBe(false)
  })
})

describe('medians', () => {
  it('are the middle run, figure by figure', () => {
    const run = (p99: number, perSecond: number) => ({
      requests: 10,
      failed: 0,
      perSecond,
      p50: 1,
      p99,
      max: 9,
      cpuMsPerRequest: 1,
    })
    expect(medians([run(30, 5), run(10, 7), run(20, 6)])).toMatchObject({ p99: 20, perSecond: 6 })
  })

  it('of an even number is one that was measured', () => {
    expect(median([4, 1, 3, 2])).toBe(2)
  })
})
