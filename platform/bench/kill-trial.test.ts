import { runKills } from './kill-trial.ts'

describe('durability (reference security D12, 3.5)', () => {
  // A hundred kills are a command of their own: npm run bench:platform -- --kills 100.
  test('a platform killed 15 times under load keeps every post, upload, user and published entry that it has acknowledged, once', async () => {
    const report = await runKills(15)
    expect([report.kills, report.lost, report.duplicated, report.strayFiles]).toEqual([15, 0, 0, 0])
    expect(report.sentAgain).toBeGreaterThan(15)
    for (const [kind, count] of Object.entries(report.acknowledged))
      expect([kind, count >= 3]).toEqual([kind, true])
    expect(report.acknowledged.posts).toBeGreaterThan(15)
  }, 180_000)
})
