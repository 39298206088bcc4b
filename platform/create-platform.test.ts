import { jest } from '@jest/globals'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { createPlatform, startIndexer, type Platform } from './create-platform.ts'
import { prepareFolder } from './data-folder.ts'
import { readSeed } from './import/read-seed.ts'
import { openWriter } from './repository/connection.ts'
import { until } from './testing/until.ts'
import { ask, form, PROJECT, search, SEED, signIn } from './testing/a-platform.ts'

describe('the data of the platform', () => {
  let folder = ''
  beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'platform-test-'))))
  afterEach(() => rmSync(folder, { recursive: true, force: true }))
  const data = (): string => join(folder, 'data')

  const seedWith = (change: (seed: Record<string, unknown[]>) => void): string => {
    const seed = JSON.parse(readFileSync(SEED, 'utf8')) as Record<string, unknown[]>
    change(seed)
    const file = join(folder, 'changed.json')
    writeFileSync(file, JSON.stringify(seed))
    return file
  }

  test('content and form posts are still there after a restart without a seed', async () => {
    const first = await createPlatform({ dataDir: data(), seed: SEED })
    expect(first.imported?.entries).toBe(54)
    const posted = await form(first, '/REST/UI/FormsModule/postform/69/0', { 'ctrl_1-69-aa111': 'Ada' })
    await first.close()
    const second = await createPlatform({ dataDir: data() })
    expect(second.imported).toBeNull()
    expect((await ask(second, `${PROJECT}/entries`)).json.totalCount).toBeGreaterThan(20)
    const again = await form(second, '/REST/UI/FormsModule/postform/69/0', { 'ctrl_1-69-aa111': 'Ada' })
    expect((again.json as unknown as { formPostId: number }).formPostId).toBeGreaterThan(
      (posted.json as unknown as { formPostId: number }).formPostId,
    )
    await second.close()
  })

  test('another seed does not change existing content unless the option says so; registered users stay', async () => {
    const first = await createPlatform({ dataDir: data(), seed: SEED })
    await register(first)
    await first.close()
    const other = seedWith((seed) => void (seed['entries'] = (seed['entries'] ?? []).slice(0, 3)))
    const kept = await createPlatform({ dataDir: data(), seed: other })
    expect(kept.imported).toBeNull()
    await kept.close()
    const replaced = await createPlatform({ dataDir: data(), seed: other, reseed: 'when-changed' })
    expect(replaced.imported?.entries).toBe(3)
    expect((await signIn(replaced, 'newcomer', 'a-long-password')).status).toBe(200)
    expect((await signIn(replaced, 'm.member', 'Memb3r-pass-word')).status).toBe(200)
    await replaced.close()
    const same = await createPlatform({ dataDir: data(), seed: other, reseed: 'when-changed' })
    expect(same.imported).toBeNull()
    await same.close()
  })

  test('webhooks are told once that all content was replaced, by another process or while the platform was stopped', async () => {
    const told: unknown[] = []
    const receiver = createServer((request, response) => {
      void json(request).then((message) => told.push(message))
      response.end()
    })
    await once(receiver.listen(0, '127.0.0.1'), 'listening')
    const { port } = receiver.address() as AddressInfo
    const webhooks = [{ url: `http://127.0.0.1:${port}/`, secret: 'a-secret-of-this-test' }]
    const open = (): Promise<Platform> => createPlatform({ dataDir: data(), seed: SEED, webhooks })
    const importEntries = (count: number) =>
      prepareFolder(
        data(),
        readSeed(seedWith((seed) => void (seed['entries'] = (seed['entries'] ?? []).slice(0, count)))),
        'when-changed',
      )
    const platforms = [await open(), await open()]
    await importEntries(3)
    await until(() => told.length > 0)
    await wait(2_100) // two more checks of each
    for (const platform of platforms) await platform.close()
    expect(told).toHaveLength(1)
    await importEntries(4)
    const again = await open()
    await until(() => told.length > 1)
    await again.close()
    receiver.close()
    expect(told).toEqual(
      [1, 2].map((id) => ({
        id,
        event: 'content.imported',
        occurred: expect.any(String),
        surrogateKeys: [expect.stringMatching(/^[\w.:-]+_any-update$/)],
      })),
    )
  })

  test('an import that fails leaves the content unchanged', async () => {
    await (await createPlatform({ dataDir: data(), seed: SEED })).close()
    const read = readSeed(SEED)
    // Two accounts with the same id fail only at the end of the import, when the new content is complete.
    const [user] = read.parts.users
    const broken = {
      ...read,
      hash: 'another',
      parts: { ...read.parts, users: [user, user] as never },
      entries: () => [...read.entries()].slice(0, 1),
    }
    const files = readdirSync(data()).filter((name) => /\.db$/.test(name))
    await expect(prepareFolder(data(), broken, 'when-changed')).rejects.toThrow(/UNIQUE/)
    expect(readdirSync(data()).filter((name) => /\.db$/.test(name))).toEqual(files)
    const again = await createPlatform({ dataDir: data() })
    expect((await search(again, [], { pageSize: 0 })).json.totalCount).toBeGreaterThan(20)
    await again.close()
  })

  test('an unusable seed is refused with the file and the reason, and nothing is stored', async () => {
    const unknownType = seedWith(
      (seed) =>
        (seed['entries'] as { contentTypeId: string }[])[0] &&
        ((seed['entries'] as { contentTypeId: string }[])[0]!.contentTypeId = 'nosuch'),
    )
    await expect(createPlatform({ dataDir: data(), seed: unknownType })).rejects.toThrow(
      /changed\.json: entry .* unknown content type "nosuch"/,
    )
    await expect(createPlatform({ dataDir: data(), seed: join(folder, 'missing.json') })).rejects.toThrow(
      /missing\.json: cannot be read \(ENOENT\)/,
    )
    writeFileSync(join(folder, 'bad.json'), '{"projects": [')
    await expect(createPlatform({ dataDir: data(), seed: join(folder, 'bad.json') })).rejects.toThrow(
      /bad\.json: not valid JSON/,
    )
    await expect(createPlatform({ dataDir: data() })).rejects.toThrow(
      /holds no content, and no seed was given/,
    )
  })

  test('a folder is one document made of its JSON files, with its asset files served at their paths', async () => {
    const seed = JSON.parse(readFileSync(SEED, 'utf8')) as Record<string, unknown>
    const { entries, ...rest } = seed as { entries: unknown[] }
    const parts = join(folder, 'parts')
    mkdirSync(join(parts, 'entries'), { recursive: true })
    mkdirSync(join(parts, 'assets/image-library/x'), { recursive: true })
    writeFileSync(join(parts, 'site.json'), JSON.stringify(rest))
    writeFileSync(join(parts, 'entries/a.json'), JSON.stringify({ entries: entries.slice(0, 20) }))
    writeFileSync(join(parts, 'entries/b.json'), JSON.stringify({ entries: entries.slice(20) }))
    writeFileSync(join(parts, 'assets/image-library/x/hero.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
    const platform = await createPlatform({ dataDir: ':memory:', seed: parts })
    expect(platform.imported?.entries).toBe(54)
    const hero = await platform.inject('/image-library/x/hero.svg?w=200&nonsense=1')
    expect([hero.statusCode, hero.headers['content-type'], hero.headers['x-content-type-options']]).toEqual([
      200,
      'image/svg+xml',
      'nosniff',
    ])
    const part = await platform.inject({ url: '/image-library/x/hero.svg', headers: { range: 'bytes=0-3' } })
    expect([part.statusCode, part.body, part.headers['content-range']]).toEqual([206, '<svg', 'bytes 0-3/41'])
    expect(
      (
        await platform.inject({
          url: '/image-library/x/hero.svg',
          headers: { 'if-none-match': String(hero.headers['etag']) },
        })
      ).statusCode,
    ).toBe(304)
    const absent = await platform.inject('/image-library/plants/basket-fern.x3897116b.jpg')
    expect([absent.statusCode, (absent.json() as { type: string }).type]).toEqual([404, 'error'])
    expect((await platform.inject('/image-library/..%2f..%2fsite.json')).statusCode).toBe(404)
    await platform.close()
  })

  test('passwords are stored as scrypt hashes only', async () => {
    cpSync(SEED, join(folder, 'seed.json'))
    await (await createPlatform({ dataDir: data(), seed: join(folder, 'seed.json') })).close()
    const db = openWriter(join(data(), 'platform.db'))
    const rows = db.prepare('SELECT password, json FROM user_account').all()
    db.close()
    expect(rows.every((row) => /^scrypt\$/.test(String(row['password'])))).toBe(true)
    expect(JSON.stringify(rows)).not.toContain('Adm1n-pass-word')
  })
})

async function register(platform: Platform): Promise<void> {
  const admin = (await signIn(platform, 'admin', 'Adm1n-pass-word')).json.access_token
  const payload = { username: 'newcomer', email: 'new@hillside.example', password: 'a-long-password' }
  const headers = { authorization: `Bearer ${admin}` }
  const answer = await platform.inject({ method: 'POST', url: '/api/security/users', headers, payload })
  expect(answer.statusCode).toBe(201)
}

describe('the index', () => {
  beforeEach(() => void jest.useFakeTimers())
  afterEach(() => void jest.useRealTimers())

  test('is finished after a step of it has failed, although no content changes', async () => {
    const left = [2, null, 1, 0]
    const indexWaiting = async () => {
      const next = left.shift()
      if (typeof next !== 'number') throw new Error('database is locked')
      return next
    }
    const indexer = startIndexer({ indexWaiting }, async () => undefined)
    await jest.advanceTimersByTimeAsync(9_000)
    expect(left).toHaveLength(2)
    await jest.advanceTimersByTimeAsync(1_000)
    expect(left).toHaveLength(0)
    await indexer.close()
  })
})
