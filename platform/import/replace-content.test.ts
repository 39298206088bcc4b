import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runPlatform } from '../bench/start-platform.ts'
import { createPlatform, type Platform } from '../create-platform.ts'
import { openWriter } from '../repository/connection.ts'
import { ask, form, PROJECT, search, SEED, signIn } from '../testing/a-platform.ts'
import { until } from '../testing/until.ts'

const TARGET = '12340000-0000-4000-8000-ffffffffffff'

describe('content that is replaced while the platform works (reference delivery-api 5)', () => {
  let folder = ''
  const open: Platform[] = []
  beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'platform-replace-'))))
  afterEach(async () => {
    for (const platform of open.splice(0)) await platform.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const data = (): string => join(folder, 'data')
  const contentFiles = (): readonly string[] =>
    readdirSync(data()).filter((name) => /^content-.*\.db$/.test(name))
  const start = async (seed: string | undefined): Promise<Platform> => {
    const platform = await createPlatform({ dataDir: data(), seed })
    open.push(platform)
    return platform
  }

  /** The fixture with additional pages, each of which links to one entry. */
  const aSeedOf = (pages: number, title = 'Quondam'): string => {
    const seed = JSON.parse(readFileSync(SEED, 'utf8')) as { entries: object[] }
    const page = (id: string, fields: object): void => {
      const modified = '2020-01-01T00:00:00Z'
      const published = { versionNo: '1.0', modified, publishedAt: modified, fields }
      seed.entries.push({
        id,
        projectId: 'website',
        contentTypeId: 'plant',
        variations: { 'en-GB': { published } },
      })
    }
    page(TARGET, { title })
    for (let at = 0; at < pages; at += 1)
      page(`12340000-0000-4000-8000-${String(at).padStart(12, '0')}`, {
        title: `Page ${at}`,
        companion: { sys: { id: TARGET, language: 'en-GB' } },
      })
    const file = join(folder, `${pages}-${title}.json`)
    writeFileSync(file, JSON.stringify(seed))
    return file
  }

  test('posts, sign-ins and changes of entries work during a long import, and the posts are kept', async () => {
    const platform = await start(SEED)
    const { access_token } = (await signIn(platform, 'admin', 'Adm1n-pass-word')).json
    const importing = { done: false }
    const importer = runPlatform(['import', aSeedOf(6000), '--data', data()]).finally(
      () => void (importing.done = true),
    )
    const posts: number[] = []
    const others: number[] = []
    for (let at = 0; !importing.done; at += 1) {
      const posted = await form(platform, '/REST/UI/FormsModule/postform/69/0', {
        'ctrl_1-69-aa111': `${at}`,
      })
      expect(posted.status).toBe(200)
      posts.push((posted.json as unknown as { formPostId: number }).formPostId)
      if (at % 20 === 0) others.push((await signIn(platform, 'm.member', 'Memb3r-pass-word')).status)
      if (at === 3) {
        const payload = { name: 'Meanwhile', sys: { contentTypeId: 'person', language: 'en-GB' } }
        const headers = { authorization: `Bearer ${access_token}` }
        const url = '/api/management/projects/website/entries'
        others.push((await platform.inject({ method: 'POST', url, headers, payload })).statusCode)
      }
      // The pace of visitors, so that the import gets the processor in between.
      await new Promise((resolve) => void setTimeout(resolve, 20))
    }
    await importer
    expect(posts.length).toBeGreaterThan(10)
    expect(others.filter((status) => status !== 200 && status !== 201)).toEqual([])
    const count = async () =>
      (await search(platform, [{ field: 'title', startsWith: 'page' }])).json.totalCount
    await until(async () => (await count()) === 6000)
    const outbox = await ask(platform, '/api/platform/outbox?kind=form-post&pageSize=1', {
      authorization: `Bearer ${access_token}`,
    })
    expect([outbox.json.totalCount, new Set(posts).size]).toEqual([posts.length, posts.length])
    expect(contentFiles()).toHaveLength(1)
  }, 60_000)

  test('files left by a killed import are removed by the next one', async () => {
    await start(SEED)
    const left = join(data(), 'importing-999999999-0a.db')
    const recent = join(data(), 'importing-999999998-0b.db')
    for (const file of [left, recent]) writeFileSync(file, 'unfinished')
    utimesSync(left, 0, 0)
    await runPlatform(['import', aSeedOf(1), '--data', data()])
    expect([existsSync(left), existsSync(recent)]).toEqual([false, true])
  })

  test('all linking entries are found by the new title, even if there are more than are indexed at once', async () => {
    const platform = await start(aSeedOf(450))
    const { access_token } = (await signIn(platform, 'admin', 'Adm1n-pass-word')).json
    const found = async (word: string) =>
      (await search(platform, [{ field: 'searchContent', freeText: word }], { pageSize: 0 })).json.totalCount
    expect(await found('quondam')).toBe(451)
    const call = (method: 'PUT' | 'POST', path: string, payload: object) =>
      platform.inject({
        method,
        url: `/api/management/projects/website/entries/${TARGET}${path}`,
        headers: { authorization: `Bearer ${access_token}` },
        payload,
      })
    expect((await call('PUT', '', { title: 'Futurus', sys: { language: 'en-GB' } })).statusCode).toBe(200)
    const published = await call('POST', '/workflow/events', { event: 'draft.publish', language: 'en-GB' })
    expect(published.statusCode).toBe(200)
    await until(async () => (await found('quondam')) === 0)
    expect([await found('quondam'), await found('futurus')]).toEqual([0, 451])
  })

  test('a change whose message did not reach the outbox before a crash has it there after the next start, once', async () => {
    const first = await start(SEED)
    await first.close()
    open.length = 0
    const [name = ''] = contentFiles()
    const content = openWriter(join(data(), name))
    const message = {
      kind: 'webhook',
      created: '2026-01-01T00:00:00Z',
      content: { event: 'entry.updated' },
      urls: [],
    }
    content.prepare('INSERT INTO message (id, json) VALUES (7, ?)').run(JSON.stringify(message))
    content.close()
    for (const _ of [1, 2]) {
      const platform = await start(undefined)
      const headers = {
        authorization: `Bearer ${(await signIn(platform, 'admin', 'Adm1n-pass-word')).json.access_token}`,
      }
      const kept = async () =>
        (await ask(platform, '/api/platform/outbox?kind=webhook', headers)).json.totalCount
      await until(async () => (await kept()) > 0)
      expect(await kept()).toBe(1)
      await platform.close()
      open.length = 0
      // The same state as after a crash between the two commits: the message is still in the content database.
      const again = openWriter(join(data(), name))
      again.prepare('INSERT OR REPLACE INTO message (id, json) VALUES (7, ?)').run(JSON.stringify(message))
      again.close()
    }
    expect((await start(undefined)).imported).toBeNull()
  })

  test('an entry that is read while its file is replaced is answered from one of the two', async () => {
    const platform = await start(SEED)
    const importer = runPlatform(['import', aSeedOf(5), '--data', data()])
    const importing = { done: false }
    const statuses = new Set<number>()
    void importer.finally(() => void (importing.done = true))
    while (!importing.done) {
      statuses.add(
        (await ask(platform, `${PROJECT}/entries?pageSize=${statuses.size + 1}&x=${Math.random()}`)).status,
      )
      // Cached answers never yield to the event loop: without a pause neither the platform nor this test would see the import end.
      await new Promise((resolve) => void setImmediate(resolve))
    }
    await importer
    expect([...statuses]).toEqual([200])
  })
})
