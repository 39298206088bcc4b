import { runKills } from './kill-trial.ts'

describe('durability (reference security D12, 3.5)', () => {
  // A hundred kills have a command of their own: npm run bench:platform -- --kills 100.
  test('a platform killed 8 times behind the gateway keeps every post, upload, user and published entry that was acknowledged, once', async () => {
    const report = await runKills(8)
    expect([report.kills, report.lost, report.duplicated, report.strayFiles]).toEqual([8, 0, 0, 0])
    expect(report.sentAgain).toBeGreaterThan(8)
    for (const [kind, count] of Object.entries(report.acknowledged))
      expect([kind, count >= 2]).toEqual([kind, true])
    expect(report.acknowledged.posts).toBeGreaterThan(8)
  }, 180_000)
})
