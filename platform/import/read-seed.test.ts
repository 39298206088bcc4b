import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPlatform } from '../create-platform.ts'
import { ask, form, SEED, signIn } from '../testing/a-platform.ts'
import { readSeed } from './read-seed.ts'

describe('another seed', () => {
  let folder = ''
  beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'platform-seed-'))))
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const seedWith = (parts: object): string => {
    const file = join(folder, 'changed.json')
    writeFileSync(file, JSON.stringify({ ...(JSON.parse(readFileSync(SEED, 'utf8')) as object), ...parts }))
    return file
  }

  test('brings no removed account back, and what it revokes of API keys is refused at once', async () => {
    const dataDir = join(folder, 'data')
    const first = await createPlatform({ dataDir, seed: SEED })
    const key = {
      grant_type: 'client_credentials',
      client_id: '11111111-2222-4333-8444-555555555555',
      client_secret: 'hillside-shared-secret',
    }
    const authorization = `Bearer ${(await form(first, '/authenticate/connect/token', key)).json.access_token}`
    const users = '/api/security/users'
    const removal = {
      method: 'DELETE',
      url: `${users}/m.member`,
      headers: { authorization },
    } as const
    expect((await first.inject(removal)).statusCode).toBe(204)
    expect((await ask(first, users, { authorization })).status).toBe(200)
    await first.close()
    const { environment } = readSeed(SEED).parts
    const seed = seedWith({ environment: { ...environment, apiKeys: [] } })
    const second = await createPlatform({ dataDir, seed, reseed: 'when-changed' })
    expect(second.imported).not.toBeNull()
    const signedIn = [
      await signIn(second, 'm.member', 'Memb3r-pass-word'),
      await signIn(second, 'admin', 'Adm1n-pass-word'),
    ]
    expect(signedIn.map(({ status }) => status)).toEqual([400, 200])
    expect((await ask(second, users, { authorization })).status).toBe(401)
    await second.close()
  })

  const texts = { cy: 'Diolch' }
  const staff = { to: 'staff@hillside.example', subject: texts }
  test.each([
    [
      'by language for a classic form',
      { contentId: '1', definition: {}, settings: { notify: staff } },
      /form 1: settings\.notify\.subject has texts by language, but/,
    ],
    [
      'without the default language of the form',
      {
        formTypeId: 'ask',
        projectId: 'website',
        published: { defaultLanguage: 'en-GB' },
        settings: { confirm: { field: 'email', subject: 'Thanks', text: texts } },
      },
      /form ask: settings\.confirm\.text has no text in "en-GB", the form's default language/,
    ],
    [
      'with a key that is no language code',
      {
        formTypeId: 'ask',
        projectId: 'website',
        published: { defaultLanguage: 'en-GB' },
        settings: {
          confirm: { field: 'email', subject: { 'en-GB': 'Thanks', Welsh: 'Diolch' }, text: 'Thanks' },
        },
      },
      /form ask: settings\.confirm\.subject has no text in "en-GB", the form's default language, or a key/,
    ],
  ])('with texts for mails %s is refused: its posts could not be stored', (_name, one, reason) => {
    expect(() => readSeed(seedWith({ forms: [one] }))).toThrow(reason)
  })
})
