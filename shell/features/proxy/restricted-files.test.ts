import { jest } from '@jest/globals'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { aPlatform, type TestPlatform } from '@tessera/shared/testing'
import { aContentRemote, aShell, type TestShell } from '../../testing/a-shell.ts'
import { aCookieJar } from '../identity/testing/cookie-jar.ts'

const SEED = fileURLToPath(new URL('../../../platform/content', import.meta.url))
const MEMBERS = '6a4d1c52-8c0e-4f6b-9b1a-3f5de1a00002'
/** For members, for any signed-in user (`OWN_FILE`), and an image for members. */
const MEMBERS_FILE = '/asset-library/documents/council-plan-2025-2029.pdf'
const MEMBERS_PICTURE = '/image-library/scenes/valley-morning.x0c700f8e.svg'
const OWN_FILE = '/asset-library/documents/data-protection-policy.pdf'
/** File of an asset that was never published. */
const DRAFT_FILE = '/asset-library/documents/tree-policy.pdf'
const PREVIEW_HOST = 'preview.larkmoor.example'
const ACCESS = new Map([
  [MEMBERS_FILE, { requireLogin: true, groups: [MEMBERS] }],
  [OWN_FILE, { requireLogin: true, groups: [] }],
  [MEMBERS_PICTURE, { requireLogin: true, groups: [MEMBERS] }],
])

let folder: string
let platform: TestPlatform
let shell: TestShell
let member: string
let visitor: string
let editor: string

interface Assets {
  readonly entries: {
    uri?: string
    access?: object
    variations: Record<string, { published?: object; latest?: object }>
  }[]
}

/** The demonstration content with restricted files, and one that is not published. */
function aSeedWithRestrictedFiles(): string {
  const seed = mkdtempSync(path.join(tmpdir(), 'restricted-'))
  cpSync(SEED, seed, { recursive: true })
  const file = path.join(seed, 'entries/assets.json')
  const assets = JSON.parse(readFileSync(file, 'utf8')) as Assets
  for (const entry of assets.entries) {
    const access = ACCESS.get(entry.uri ?? '')
    if (access) entry.access = access
    if (entry.uri === DRAFT_FILE)
      for (const variation of Object.values(entry.variations)) {
        variation.latest = variation.published ?? {}
        delete variation.published
      }
  }
  writeFileSync(file, JSON.stringify(assets))
  return seed
}

async function signIn(username: string, password: string): Promise<string> {
  const jar = aCookieJar()
  const answer = await shell.app.inject({
    method: 'POST',
    url: '/account/login',
    headers: { host: 'localhost', 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
    payload: JSON.stringify({ username, password }),
  })
  jar.keep(answer.headers['set-cookie'])
  return jar.header()
}

beforeAll(async () => {
  folder = aSeedWithRestrictedFiles()
  platform = await aPlatform({ seed: folder })
  shell = await aShell({
    platformUrl: platform.url,
    remotes: [aContentRemote()],
    options: {
      previewAccessToken: 'larkmoor-demo-preview',
      preview: { hosts: [PREVIEW_HOST], groups: ['Staff'] },
      site: { embedOrigins: ['https://www.elsewhere.example'] },
    },
  })
  member = await signIn('a.member', 'Demo-Member-2026!')
  visitor = await signIn('j.visitor', 'Demo-Visitor-2026!')
  editor = await signIn('e.lloyd', 'Demo-Staff-2026!')
})
afterAll(async () => {
  await shell.close()
  await platform.close()
  rmSync(folder, { recursive: true, force: true })
})

const PRIVATE = { 'cache-control': 'private, no-store', 'surrogate-control': 'no-store' }
/** Request headers of an image in a page, or of a download by a script. */
const AS_FILE = { accept: '*/*' }
/** The bytes of a file of the demonstration content. */
const bytesOf = (file: string) => readFileSync(path.join(SEED, 'assets', file))

describe('files that are for some visitors only (reference security 1.2, 1.3)', () => {
  it.each([MEMBERS_FILE, OWN_FILE])(
    'send an anonymous visitor who follows a link to sign in, and are refused to a page that shows them: %s',
    async (file) => {
      const page = await shell.get(file)
      expect([page.statusCode, page.headers.location]).toEqual([
        302,
        `/account/login?redirect_uri=${encodeURIComponent(file)}`,
      ])
      const shown = await shell.get(file, AS_FILE)
      expect([shown.statusCode, shown.body]).toEqual([401, 'You may not read this file.'])
      for (const { headers } of [page, shown]) {
        expect(headers).toMatchObject(PRIVATE)
        expect(headers).not.toHaveProperty('surrogate-key')
        expect(headers).not.toHaveProperty('etag')
      }
    },
  )

  it('send a Welsh reader to the Welsh sign-in page', async () => {
    const from = (referer: string) =>
      shell.get(MEMBERS_FILE, { referer }).then(({ headers }) => headers.location)
    expect(await from('http://localhost/cy/dogfennau')).toBe(
      `/cy/account/login?redirect_uri=${encodeURIComponent(MEMBERS_FILE)}`,
    )
    for (const other of ['http://localhost/documents', 'https://evil.example/cy/x', 'no address'])
      expect(await from(other)).toBe(`/account/login?redirect_uri=${encodeURIComponent(MEMBERS_FILE)}`)
  })

  it('are sent whole, and in ranges, to those who may have them, and are not cached', async () => {
    for (const [file, cookie] of [
      [MEMBERS_FILE, member],
      [OWN_FILE, member],
      [OWN_FILE, visitor],
    ] as const) {
      const whole = await shell.get(file, { cookie })
      expect(whole.statusCode).toBe(200)
      expect(whole.rawPayload.equals(bytesOf(file))).toBe(true)
      expect(whole.headers).toMatchObject(PRIVATE)
      const part = await shell.get(file, { cookie, range: 'bytes=0-3' })
      expect([part.statusCode, part.body]).toEqual([206, '%PDF'])
      expect(part.headers).toMatchObject(PRIVATE)
    }
    // Even then a visitor without a session does not get the file.
    expect((await shell.get(MEMBERS_FILE, AS_FILE)).statusCode).toBe(401)
  })

  it('are not lent to pages of other sites, as pictures for everybody are', async () => {
    const { statusCode, headers } = await shell.get(MEMBERS_PICTURE, { cookie: member })
    expect([statusCode, headers['cross-origin-resource-policy']]).toEqual([200, 'same-origin'])
    const refused = await shell.get(MEMBERS_PICTURE, AS_FILE)
    expect([refused.statusCode, refused.headers['cross-origin-resource-policy']]).toEqual([
      401,
      'same-origin',
    ])
  })

  it('are refused to users of other groups, without a link to sign-in, which could not help', async () => {
    for (const headers of [{ cookie: visitor }, { cookie: visitor, ...AS_FILE }]) {
      const answer = await shell.get(MEMBERS_FILE, headers)
      expect([answer.statusCode, answer.headers.location]).toEqual([403, undefined])
      expect(answer.headers).toMatchObject(PRIVATE)
    }
  })

  it('are nothing to a forged session, nor to one that is over', async () => {
    const forged = member.replace(/RefreshToken=.{8}/, 'RefreshToken=AAAAAAAA')
    expect((await shell.get(MEMBERS_FILE, { ...AS_FILE, cookie: forged })).statusCode).toBe(401)
    const leaving = await signIn('a.member', 'Demo-Member-2026!')
    expect((await shell.get(MEMBERS_FILE, { ...AS_FILE, cookie: leaving })).statusCode).toBe(200)
    await shell.app.inject({
      method: 'POST',
      url: '/account/logout',
      headers: {
        host: 'localhost',
        'sec-fetch-site': 'same-origin',
        cookie: leaving,
        'content-type': 'application/json',
      },
      payload: '{}',
    })
    expect((await shell.get(MEMBERS_FILE, { ...AS_FILE, cookie: leaving })).statusCode).toBe(401)
  })

  it('send nobody to sign in whose session cannot be verified now', async () => {
    // Another process with the same keys, which does not know the user yet.
    const other = await aShell({
      platformUrl: platform.url,
      remotes: [aContentRemote()],
      options: { dataDir: shell.dataDir },
    })
    const real = globalThis.fetch
    const failing = jest
      .spyOn(globalThis, 'fetch')
      .mockImplementation(async (input, init) =>
        String(input).includes('/api/security/users/')
          ? new Response('{}', { status: 503 })
          : real(input, init),
      )
    const asked = async (cookie?: string) =>
      (await other.get(MEMBERS_FILE, { accept: 'text/html', ...(cookie !== undefined && { cookie }) }))
        .statusCode
    expect([await asked(), await asked(member)]).toEqual([302, 503])
    failing.mockRestore()
    await other.close()
  })

  it('do not make a public file private: it is cached for all', async () => {
    const open = '/image-library/scenes/town-hall.x83d52f00.svg'
    for (const cookie of [undefined, member]) {
      const answer = await shell.get(open, cookie ? { cookie } : {})
      expect(answer.statusCode).toBe(200)
      expect(answer.headers['cache-control']).toMatch(/^public/)
      expect(answer.headers).not.toHaveProperty('set-cookie')
    }
  })
})

describe('files of assets that are not published (docs/decisions/0033)', () => {
  it('are not found for visitors, signed in or not', async () => {
    const others: Record<string, string>[] = [{}, { cookie: member }, { cookie: visitor }]
    for (const headers of others) {
      const answer = await shell.get(DRAFT_FILE, { ...AS_FILE, ...headers })
      expect([answer.statusCode, answer.headers['cache-control']]).toEqual([404, 'no-store'])
    }
  })

  it('are sent whole to those who may see drafts, and are not cached', async () => {
    const authors: Record<string, string>[] = [{ cookie: editor }, { host: PREVIEW_HOST }]
    for (const headers of authors) {
      const answer = await shell.get(DRAFT_FILE, { ...AS_FILE, ...headers })
      expect(answer.statusCode).toBe(200)
      expect(answer.rawPayload.equals(bytesOf(DRAFT_FILE))).toBe(true)
      expect(answer.headers).toMatchObject(PRIVATE)
    }
    expect((await shell.get(DRAFT_FILE, AS_FILE)).statusCode).toBe(404)
  })
})
