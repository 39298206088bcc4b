import { runKills } from './kill-trial.ts'

describe('durability (reference security D12, 3.5)', () => {
  // A hundred kills are a command of their own: npm run bench:platform -- --kills 100.
  test('a platform killed 15 times under load keeps every post it has acknowledged, once, with its message', async () => {
    const report = await runKills(15)
    expect(report).toEqual({ kills: 15, acknowledged: expect.any(Number), lost: 0, duplicated: 0 })
    expect(report.acknowledged).toBeGreaterThan(15)
  }, 120_000)
})
