import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPlatform } from '../create-platform.ts'
import { aPlatform, ask, PROJECT, search, SEED } from '../testing/a-platform.ts'
import { startReaders } from './pools.ts'

const ORGANISATION = 'a0000000-0000-4000-8000-000000000001'

describe('a reader thread', () => {
  test('loads the model before its first query, so that no query waits for it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'platform-ready-'))
    await (await createPlatform({ dataDir: folder, seed: SEED })).close()
    const readers = await startReaders({ folder, records: join(folder, 'platform.db') }, 3)
    for (const file of readdirSync(folder)) if (!file.startsWith('platform.db')) rmSync(join(folder, file))
    const asked = Array.from({ length: 3 }, () => readers.seedEntry(ORGANISATION))
    expect((await Promise.all(asked)).map((entry) => entry?.id)).toEqual(Array(3).fill(ORGANISATION))
    await readers.close()
    rmSync(folder, { recursive: true, force: true })
  })
})

describe('queries run off the event loop', () => {
  test('a query that is too slow is stopped with a clear error and does not delay other requests', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'platform-slow-'))
    const seed = JSON.parse(readFileSync(SEED, 'utf8')) as { entries: object[] }
    for (let at = 0; at < 600; at += 1) seed.entries.push(longPage(at))
    writeFileSync(join(folder, 'seed.json'), JSON.stringify(seed))
    const platform = await aPlatform(join(folder, 'seed.json'))
    await ask(platform, `${PROJECT}/entries?pageSize=1`)
    // The pattern nearly matches at every position of every text.
    const hostile = await search(platform, [{ field: 'content', contains: `${'a?'.repeat(200)}b` }])
    expect([hostile.status, hostile.json.message]).toEqual([400, expect.stringContaining('too costly')])
    const slow = Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        search(platform, [{ field: 'content', contains: `${'a?'.repeat(200)}b${at}` }]),
      ),
    )
    const waits: number[] = []
    for (let round = 0; round < 10; round += 1) {
      const started = performance.now()
      const answer =
        round % 2 === 0
          ? await ask(platform, `${PROJECT}/nodes/plants/ferns`)
          : await search(platform, [{ field: 'title', equalTo: 'Boston Fern' }])
      expect(answer.status).toBe(200)
      waits.push(performance.now() - started)
    }
    const refused = await slow
    await platform.close()
    rmSync(folder, { recursive: true, force: true })
    expect(refused.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 400))
    expect(Math.max(...waits)).toBeLessThan(1000)
    expect(waits.reduce((sum, wait) => sum + wait, 0)).toBeLessThan(1800)
  })
})

function longPage(at: number): object {
  const fields = { title: `Long page ${at}`, summary: '', content: 'a'.repeat(7900) }
  const published = {
    versionNo: '1.0',
    modified: '2020-01-01T00:00:00Z',
    publishedAt: '2020-01-01T00:00:00Z',
    fields,
  }
  return {
    id: `12340000-0000-4000-8000-${String(at).padStart(12, '0')}`,
    projectId: 'website',
    contentTypeId: 'page',
    variations: { 'en-GB': { published } },
  }
}
