import { aPlatform, type TestPlatform } from '@tessera/shared/testing'
import { nameCandidate } from '../../../scripts/release/make-live.ts'
import { aRelease, aSigner } from '../../releases/testing/a-release.ts'
import { aContentRemote, aShell, type TestShell } from '../../testing/a-shell.ts'
import { aCookieJar, type CookieJar } from '../identity/testing/cookie-jar.ts'

const STAFF = ['e.lloyd', 'Demo-Staff-2026!'] as const
const MEMBER = ['a.member', 'Demo-Member-2026!'] as const
const OURS = { host: 'localhost', origin: 'http://localhost', 'sec-fetch-site': 'same-origin' }
const THEIRS = { origin: 'https://other.example', 'sec-fetch-site': 'cross-site' }
const PAGE = '/news'
const CANDIDATE = { app: 'mfe-content', version: '2.0.0' }

let platform: TestPlatform
let shell: TestShell

beforeAll(async () => {
  platform = await aPlatform()
  shell = await aShell({
    platformUrl: platform.url,
    remotes: [aContentRemote()],
    options: {
      previewAccessToken: 'larkmoor-demo-preview',
      preview: { secrets: ['a-secret-of-at-least-32-characters-1'] },
      site: {
        staffGroups: ['Staff'],
        overrides: { hosts: ['localhost'], origins: ['http://localhost:*'], groups: [] },
      },
    },
  })
  aRelease(shell.releasesFolder, { ...aContentRemote(), ...CANDIDATE, key: shell.key })
  await nameCandidate(shell.releasesFolder, CANDIDATE.app, CANDIDATE.version, { signer: aSigner(shell.key) })
  await shell.releases.refresh()
}, 60_000)
afterAll(async () => {
  await shell.close()
  await platform.close()
})

let addresses = 0
async function post(url: string, jar: CookieJar, fields: object, headers: Record<string, string> = OURS) {
  const answer = await shell.app.inject({
    method: 'POST',
    url,
    remoteAddress: `10.2.0.${(addresses += 1)}`,
    headers: {
      host: 'localhost',
      accept: 'text/html',
      'content-type': 'application/x-www-form-urlencoded',
      cookie: jar.header(),
      ...headers,
    },
    payload: new URLSearchParams({ ...fields }).toString(),
  })
  jar.keep(answer.headers['set-cookie'])
  return answer
}
async function signedIn([username, password]: readonly [string, string], jar = aCookieJar()) {
  await post('/account/login', jar, { username, password })
  return jar
}
const candidatePost = (jar: CookieJar, fields: object, headers: Record<string, string> = OURS) =>
  post('/version/candidate', jar, fields, headers)
async function trying(): Promise<CookieJar> {
  const jar = await signedIn(STAFF)
  expect((await candidatePost(jar, CANDIDATE)).statusCode).toBe(303)
  return jar
}
const versionFor = async (jar: CookieJar) =>
  /"mfe-content":\{"version":"([^"]+)"/.exec((await shell.get(PAGE, { cookie: jar.header() })).body)?.[1]

describe('the trial of a candidate (specification 2, Version Information page)', () => {
  it('is only for the user who began it, not for others who sign in in the same browser', async () => {
    const jar = await trying()
    expect(await versionFor(jar)).toBe('2.0.0')
    await post('/account/logout', jar, {})
    expect(await versionFor(jar)).toBe('1.0.0')
    const other = await shell.get(PAGE, {
      cookie: `${(await signedIn(STAFF)).header()}; site-candidate=mfe-content@2.0.0@another`,
    })
    expect(other.body).toContain('"mfe-content":{"version":"1.0.0"')
  })

  it('is ended by its browser, signed in or not, and leads back to the page with its bar', async () => {
    const jar = await trying()
    await post('/account/logout', jar, {})
    const answer = await candidatePost(
      jar,
      { reset: 'true' },
      { ...OURS, referer: `http://localhost${PAGE}` },
    )
    expect([answer.statusCode, answer.headers.location]).toEqual([303, PAGE])
    expect(jar.get('site-candidate')).toBeUndefined()
    expect((await candidatePost(await trying(), { reset: 'true' })).headers.location).toBe('/version')
  })

  it('is not ended by a page of another site', async () => {
    const jar = await trying()
    expect((await candidatePost(jar, { reset: 'true' }, THEIRS)).statusCode).toBe(403)
    expect(await versionFor(jar)).toBe('2.0.0')
  })

  it.each([
    ['the version page', {}, '/account/login?redirect_uri=%2Fversion'],
    [
      'the page that it came from',
      { referer: 'http://localhost/cy/version/confirm?do=freeze&why=snow' },
      '/cy/account/login?redirect_uri=%2Fcy%2Fversion%2Fconfirm%3Fdo%3Dfreeze%26why%3Dsnow',
    ],
  ])(
    'and every action of staff leads to sign-in without a session, and from there to %s',
    async (_what, headers, location) => {
      for (const url of ['/version/candidate', '/version/action']) {
        const answer = await post(url, aCookieJar(), { ...CANDIDATE, do: 'freeze' }, { ...OURS, ...headers })
        expect([answer.statusCode, answer.headers.location]).toEqual([303, location])
        expect(answer.headers['cache-control']).toBe('private, no-store')
      }
    },
  )

  it.each([
    ['who has not the right', MEMBER, OURS, 'You may not do this'],
    ['whom a page of another site sent', STAFF, THEIRS, 'This came from another site'],
  ])(
    'and every action of staff is refused to whoever is signed in %s, on a page that says why',
    async (_who, who, headers, title) => {
      const jar = await signedIn(who)
      for (const url of ['/version/candidate', '/version/action']) {
        const answer = await post(url, jar, CANDIDATE, headers)
        expect(answer.statusCode).toBe(403)
        expect(answer.body).toContain(`<h1>${title}</h1>`)
        expect(answer.body).not.toContain('may have moved')
      }
      expect(jar.get('site-candidate')).toBeUndefined()
    },
  )

  it.each(['constructor', 'toString', '__proto__', 'mfe-other'])(
    'is not found where its name is %s',
    async (app) => {
      expect((await candidatePost(await signedIn(STAFF), { app, version: '2.0.0' })).statusCode).toBe(404)
    },
  )
})

describe('a page on the screen when its visitor signs out in another tab (docs/decisions/0021)', () => {
  const madeFor = async (url: string, jar: CookieJar) => {
    const answer = await shell.get(`${url}?redux=true`, { cookie: jar.header() })
    return answer.json<{ page: { madeFor?: string } }>().page.madeFor
  }

  it('was made for them alone where they try a candidate, preview or override, and else for everybody', async () => {
    const jar = await signedIn(STAFF)
    expect(await madeFor(PAGE, jar)).toBe('visitor')
    expect(await madeFor(PAGE, await trying())).toBe('member')
    await post('/version/override', jar, { remote: 'mfe-content', origin: 'http://localhost:4001' })
    expect(await madeFor(PAGE, jar)).toBe('member')
    const editor = await signedIn(STAFF)
    const preview = await shell.get('/preview/af30ed6f-1919-4045-a3d9-546c0f93a9a7', {
      cookie: editor.header(),
    })
    editor.keep(preview.headers['set-cookie'])
    expect(await madeFor(PAGE, editor)).toBe('member')
  })
})
