import { jest } from '@jest/globals'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPlatform, type Platform } from '../create-platform.ts'
import { ask, aPlatform, form, PROJECT, search, SEED, signIn, TOKEN } from '../testing/a-platform.ts'
import { until } from '../testing/until.ts'
import { migrate } from '../import/migrate.ts'
import { runCommand } from './run-command.ts'

/** Requests whose answers must be the same before and after an export or a migration. */
const QUESTIONS = [
  '',
  '/contentTypes',
  '/nodes/root?depth=10&entryFields=*&entryLinkDepth=2',
  '/nodes/root?depth=10&entryFields=*&language=fr-FR',
  '/taxonomy/nodes?path=Root&childDepth=5&order=defined',
  ...['en-GB', 'fr-FR'].flatMap((language) =>
    ['published', 'latest'].map(
      (status) =>
        `/entries?language=${language}&versionStatus=${status}&linkDepth=2&pageSize=200&order=sys.id`,
    ),
  ),
  '/entries/search?where=[{"field":"*","freeText":"garden"}]&pageSize=50&orderBy=["sys.id"]',
  '/entries/search?where=[{"field":"searchContent","contains":"rose"}]&aggregations={"sf_type":{"field":"sys.contentTypeId"}}&orderBy=["sys.id"]',
  '/entries/search?where=[{"field":"sys.version.created","greaterThan":"2000-01-01"}]&orderBy=["-sys.version.published"]&pageSize=50',
]

const answersOf = async (platform: Platform): Promise<readonly unknown[]> =>
  Promise.all(QUESTIONS.map(async (question) => (await ask(platform, PROJECT + question)).json))

describe('export, import and migration of content (reference delivery-api 5)', () => {
  let folder = ''
  beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'platform-content-'))))
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  test('a platform that imports an export gives the same answers, with drafts, accounts and changed entries', async () => {
    const data = join(folder, 'data')
    const first = await createPlatform({ dataDir: data, seed: SEED })
    const bearer = (await signIn(first, 'admin', 'Adm1n-pass-word')).json.access_token
    const written = await first.inject({
      method: 'POST',
      url: '/api/management/projects/website/entries',
      headers: { authorization: `Bearer ${bearer}` },
      payload: {
        name: 'Written here',
        sys: { id: 'written-here', contentTypeId: 'person', language: 'en-GB' },
      },
    })
    expect(written.statusCode).toBe(201)
    const before = await answersOf(first)
    await first.close()
    const file = join(folder, 'export.json')
    await runCommand(['export', file, '--data', data])
    await runCommand(['import', file, '--data', join(folder, 'other')])
    const second = await createPlatform({ dataDir: join(folder, 'other') })
    expect(await answersOf(second)).toEqual(before)
    expect(JSON.stringify(before)).toContain('Written here')
    expect((await signIn(second, 'm.member', 'Memb3r-pass-word')).status).toBe(200)
    await second.close()
    expect(readFileSync(file, 'utf8')).not.toContain('Memb3r-pass-word')
  })

  test('a running platform serves content that is imported into its folder', async () => {
    const data = join(folder, 'data')
    const platform = await createPlatform({ dataDir: data, seed: SEED })
    const before = (await search(platform, [])).json.totalCount
    const seed = JSON.parse(readFileSync(SEED, 'utf8')) as { entries: unknown[]; nodes: unknown[] }
    const small = join(folder, 'small.json')
    writeFileSync(small, JSON.stringify({ ...seed, entries: seed.entries.slice(0, 2), nodes: [] }))
    await runCommand(['import', small, '--data', data])
    const root = async () => (await ask(platform, `${PROJECT}/nodes/root`)).status
    await until(async () => (await root()) !== 200)
    expect(await root()).toBe(404)
    expect((await search(platform, [])).json.totalCount).toBeLessThan(before)
    await platform.close()
  })

  test('a migration reads an environment page by page through its delivery API; a platform with the file gives the same answers', async () => {
    const source = await aPlatform()
    const { url } = await source.listen(0)
    const file = join(folder, 'migrated.json')
    await runCommand([
      'migrate',
      '--from',
      `${url}/`,
      '--project',
      'website',
      '--access-token',
      TOKEN,
      '--out',
      file,
    ])
    const target = await createPlatform({ dataDir: join(folder, 'data'), seed: file })
    const [before, after] = [await answersOf(source), await answersOf(target)]
    await source.close()
    // Restricted entries are not delivered, so both trees lack their nodes; taxonomy answers are compared by their names only.
    // Entries of types that delivery leaves out are not migrated, so links to them lead nowhere.
    // Pages for members only are migrated without their entries, and a page without its entry is in no tree.
    const isLost = (value: unknown): boolean =>
      /^\/members/.test((value as { readonly path?: string } | null)?.path ?? '')
    const withoutNotes = (answer: unknown): unknown =>
      JSON.parse(JSON.stringify(answer), (name, value: { sys?: { id?: string } } | null) => {
        if (Array.isArray(value)) return value.filter((item) => !isLost(item))
        if (name === 'childCount') return undefined
        return value?.sys?.id === '99000000-0000-4000-8000-000000000001' ? null : value
      }) as unknown
    const names = (answer: unknown): unknown => JSON.stringify(answer).match(/"name":"[^"]*"/g)
    QUESTIONS.forEach((question, at) => {
      if (question.startsWith('/taxonomy')) expect(names(after[at])).toEqual(names(before[at]))
      else expect([question, withoutNotes(after[at])]).toEqual([question, withoutNotes(before[at])])
    })
    await target.close()
  })

  test('the outbox can be read from the command line, of one kind or all', async () => {
    const data = join(folder, 'data')
    const platform = await createPlatform({ dataDir: data, seed: SEED })
    await form(platform, '/REST/UI/FormsModule/postform/69/0', { 'ctrl_1-69-aa111': 'Ada' })
    const headers = {
      authorization: `Bearer ${(await signIn(platform, 'admin', 'Adm1n-pass-word')).json.access_token}`,
    }
    const payload = { to: 'ada@example.org', subject: 'Welcome', text: 'Hello \u009b31mAda' }
    await platform.inject({ method: 'POST', url: '/api/platform/outbox', headers, payload })
    await platform.close()
    const said: string[] = []
    const spy = jest
      .spyOn(process.stdout, 'write')
      .mockImplementation((text) => Boolean(said.push(String(text))))
    await runCommand(['outbox', 'mail', '--data', data])
    const mails = said.splice(0).join('')
    await runCommand(['outbox', '--data', data])
    spy.mockRestore()
    expect(mails).toContain('"subject": "Welcome"')
    expect(mails).toContain('1 of 1 messages')
    // What a terminal would obey is not printed.
    expect(mails).toContain('Hello ?31mAda')
    expect(said.join('')).toContain('2 of 2 messages')
    await expect(runCommand(['outbox', '--data', join(folder, 'nothing')])).rejects.toThrow(/holds no outbox/)
    await expect(runCommand(['outbox', 'bogus', '--data', data])).rejects.toThrow(
      'Usage: npm run platform -- outbox [mail | form-post | form-notification | webhook]',
    )
  })

  test('a migration lists what the delivery API does not contain', async () => {
    const source = await aPlatform()
    const { url } = await source.listen(0)
    const said: string[] = []
    const spy = jest
      .spyOn(process.stdout, 'write')
      .mockImplementation((text) => Boolean(said.push(String(text))))
    await runCommand(
      `migrate --from ${url} --project website --access-token ${TOKEN} --out ${join(folder, 'm.json')}`.split(
        ' ',
      ),
    )
    spy.mockRestore()
    await source.close()
    for (const what of ['accounts', 'groups', 'forms', 'restricted', 'undelivered', 'files of assets'])
      expect(said.at(-1)).toContain(what)
  })

  test('with a token that cannot read drafts only published content is migrated, and the report says so', async () => {
    const seed = JSON.parse(readFileSync(SEED, 'utf8')) as { environment: Record<string, unknown> }
    seed.environment['accessTokens'] = [{ token: 'only-published', versionStatus: 'published' }]
    writeFileSync(join(folder, 'seed.json'), JSON.stringify(seed))
    const source = await aPlatform(join(folder, 'seed.json'))
    const { url } = await source.listen(0)
    const file = join(folder, 'published.json')
    const report = await migrate({ from: url, projectId: 'website', accessToken: 'only-published', file })
    await source.close()
    expect(report.incomplete.at(-1)).toContain('drafts')
    const { entries } = JSON.parse(readFileSync(file, 'utf8')) as {
      entries: readonly { variations: object }[]
    }
    expect(report.entries).toBe(entries.length)
    expect(JSON.stringify(entries)).not.toContain('"latest"')
  })

  test('a wrong token, an unknown command and missing arguments are each reported in one line', async () => {
    const source = await aPlatform()
    const { url } = await source.listen(0)
    const wrong = [
      'migrate',
      '--from',
      url,
      '--project',
      'website',
      '--access-token',
      'wrong',
      '--out',
      join(folder, 'x.json'),
    ]
    await expect(runCommand(wrong)).rejects.toThrow(/answered 401$/)
    await source.close()
    await expect(runCommand(['migrate', '--from', url])).rejects.toThrow(/needs --from URL, --project ID/)
    for (const name of ['nonsense', 'toString'])
      await expect(runCommand([name])).rejects.toThrow(`There is no command "${name}"`)
    await expect(runCommand(['import'])).rejects.toThrow(/^Usage: npm run platform -- import FILE/)
    await expect(
      runCommand(['export', join(folder, 'x'), '--data', join(folder, 'nothing')]),
    ).rejects.toThrow(/holds no content/)
  })

  test('a changed default seed is imported again, unless content has been written since', async () => {
    const seed = join(folder, 'seed.json')
    const write = (title: string): void =>
      writeFileSync(seed, readFileSync(SEED, 'utf8').replace('Hillside Botanic Garden', title))
    const open = () =>
      createPlatform({ dataDir: join(folder, 'data'), seed, reseed: 'when-same-source-changed' })
    write('One')
    await (await open()).close()
    const same = await open()
    expect(same.imported).toBeNull()
    await same.close()
    write('Two')
    const changed = await open()
    expect(changed.imported?.entries).toBeGreaterThan(0)
    const bearer = (await signIn(changed, 'admin', 'Adm1n-pass-word')).json.access_token
    await changed.inject({
      method: 'POST',
      url: '/api/management/projects/website/entries',
      headers: { authorization: `Bearer ${bearer}` },
      payload: { name: 'Mine', sys: { contentTypeId: 'person', language: 'en-GB' } },
    })
    await changed.close()
    write('Three')
    const kept = await open()
    expect([kept.imported, kept.outdated]).toEqual([null, true])
    await kept.close()
    const other = await createPlatform({
      dataDir: join(folder, 'data'),
      seed: SEED,
      reseed: 'when-same-source-changed',
    })
    expect([other.imported, other.outdated]).toEqual([null, false])
    await other.close()
  })
})
