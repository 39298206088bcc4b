import { generateKeyPairSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import fastify from 'fastify'
import pino from 'pino'
import { aPlatform, type TestPlatform } from '@tessera/shared/testing'
import { createAgent } from '../../../scripts/release/agent.ts'
import { schedule, unfreeze } from '../../../scripts/release/make-live.ts'
import { addKey } from '../../../scripts/release/change-trust.ts'
import { keyId, keyText } from '../../release-document/trust.server.ts'
import { aLiveRelease, aRelease, aSigner } from '../../releases/testing/a-release.ts'
import { aContentRemote, aShell, type TestShell } from '../../testing/a-shell.ts'
import { aCookieJar } from '../identity/testing/cookie-jar.ts'
import { releaseActionRoutes } from './release-actions.server.ts'

const KEY = 'a key that shells and the agent share'
const app = 'mfe-content'
const page = { view: 'page', hydrate: 'never' as const }
const remote = aContentRemote({
  manifest: {
    contentTypes: [{ ...page, contentTypeId: '*' }],
    staticRoutes: [{ ...page, path: '/version', private: true, requireLogin: 'staff' }],
    stateKeys: ['content'],
  },
  load: `return r.inspect ? { head: { title: JSON.stringify(r.inspect().control ?? null) } } : {}`,
})

let platform: TestPlatform
let shell: TestShell
let releaser: string
let admin: string
let member: string

beforeAll(async () => {
  platform = await aPlatform()
  shell = await aShell({
    platformUrl: platform.url,
    remotes: [remote],
    options: {
      releaseRequestKey: KEY,
      site: { staffGroups: ['Staff', 'System Administrators'], releaseGroups: ['Staff', 'Members'] },
    },
  })
  releaser = await signIn('e.lloyd', 'Demo-Staff-2026!')
  admin = await signIn('admin', 'Demo-Admin-2026!')
  member = await signIn('a.member', 'Demo-Member-2026!')
}, 60_000)
afterAll(async () => {
  await shell.close()
  await platform.close()
})

const OURS = { host: 'localhost', origin: 'http://localhost', 'sec-fetch-site': 'same-origin' }
const asForm = { 'content-type': 'application/x-www-form-urlencoded' }

async function signIn(username: string, password: string): Promise<string> {
  const jar = aCookieJar()
  const answer = await shell.app.inject({
    method: 'POST',
    url: '/account/login',
    headers: { ...OURS, ...asForm },
    payload: new URLSearchParams({ username, password }).toString(),
  })
  jar.keep(answer.headers['set-cookie'])
  return jar.header()
}

const post = (cookie: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  shell.app.inject({
    method: 'POST',
    url: '/version/action',
    headers: { ...OURS, ...asForm, cookie, ...headers },
    payload: new URLSearchParams(fields).toString(),
  })
const signer = () => aSigner(shell.key)
const agent = () =>
  createAgent({
    releases: shell.releasesFolder,
    requestKey: KEY,
    signer: signer(),
    say: () => undefined,
    everyMs: 20,
  })
const FREEZE = { do: 'freeze', why: 'election night' }

interface Control {
  readonly access: string
  readonly number: number
  readonly frozen: { readonly why: string } | null
  readonly apps: readonly Record<string, unknown>[]
  readonly changes: readonly Record<string, unknown>[]
  readonly requests: readonly Record<string, unknown>[]
}
async function control(cookie: string): Promise<Control> {
  const answer = await shell.get('/version', { cookie })
  const [title = ''] = /(?<=<title>)(\{.*\}|null)/.exec(answer.body) ?? []
  return JSON.parse(title.replaceAll('&quot;', '"').replaceAll('&#34;', '"')) as Control
}

describe('changing what is live from the version page', () => {
  it('is sealed into the store, carried out by the agent, and shown with what has become of it', async () => {
    const end = new AbortController()
    const running = agent().run(end.signal)
    const { number: basis } = await control(releaser)
    const answer = await post(releaser, { ...FREEZE, basis: String(basis), language: 'cy' })
    expect([answer.statusCode, answer.headers['location']]).toEqual([303, '/cy/version#requests'])
    end.abort()
    await running
    const after = await control(releaser)
    expect(after).toMatchObject({
      access: 'offered',
      number: basis + 1,
      frozen: { why: 'election night', by: 'Elin Lloyd (e.lloyd)' },
      requests: [{ number: 1, state: 'done', by: 'Elin Lloyd (e.lloyd)', lines: ['Releases are frozen'] }],
    })
    expect(after.changes[0]).toMatchObject({ action: 'releases frozen', why: 'election night' })
  })

  it.each([
    ['a visitor, who may sign in', () => '', {}, 303],
    ['staff without the grant', () => admin, {}, 403],
    ['a member of a group that has it who is not staff', () => member, {}, 403],
    ['another site', () => releaser, { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }, 403],
    ['a page that says nothing of where it is', () => releaser, { origin: '', 'sec-fetch-site': '' }, 403],
  ])('is refused to %s, and nothing is asked', async (_who, cookie, headers, status) => {
    const before = (await control(releaser)).requests.length
    expect((await post(cookie(), { do: 'unfreeze', basis: '3' }, headers)).statusCode).toBe(status)
    expect((await control(releaser)).requests).toHaveLength(before)
  })

  it.each<[string, Record<string, string>]>([
    ['an unknown action', { do: 'release', basis: '1' }],
    ['an app that cannot be', { do: 'back', app: '../x', version: '1.0.0', basis: '1' }],
    ['more than the action has', { do: 'freeze', why: 'x', app, basis: '1' }],
    ['a freeze without a reason', { do: 'freeze', why: '  ', basis: '1' }],
    ['no document that was looked at', { do: 'unfreeze' }],
    ['a plan without a time', { do: 'schedule', app, version: '1.0.0', basis: '1' }],
    ['a time that is none', { do: 'schedule', app, version: '1.0.0', at: 'tomorrow', basis: '1' }],
    [
      'a time in no zone',
      { do: 'schedule', app, version: '1.0.0', at: '2036-01-01T06:00:00.000', basis: '1' },
    ],
  ])('is refused where a post names %s', async (_what, fields) => {
    const before = (await control(releaser)).requests.length
    expect((await post(releaser, fields)).statusCode).toBe(400)
    expect((await control(releaser)).requests).toHaveLength(before)
  })

  it('is not offered to others of the staff, and what is said of keys, schedules and the record is for all of them', async () => {
    const { publicKey } = generateKeyPairSync('ed25519')
    const [releases, own] = [shell.releasesFolder, { signer: signer() }]
    await unfreeze(releases, own)
    await aLiveRelease(releases, { app: 'mfe-search', version: '5.0.0', key: shell.key })
    await addKey(releases, 'mfe-parking', keyText(publicKey), own)
    await addKey(releases, 'mfe-search', keyText(publicKey), own)
    aRelease(releases, { app: 'mfe-search', version: '5.1.0', key: shell.key })
    const at = '2100-01-01T06:00:00.000Z'
    await schedule(releases, 'mfe-search', { version: '5.1.0', at }, own)
    const seen = await control(admin)
    expect(seen.access).toBe('not-granted')
    const entry = seen.apps.find((one) => one['app'] === 'mfe-search')
    expect(entry).toMatchObject({
      live: '5.0.0',
      scheduled: { version: '5.1.0', at, by: 'Test' },
      team: { keys: [{ id: keyId(keyText(publicKey)), by: 'Test' }], grants: { routes: [] } },
    })
    const awaited = seen.apps.find((one) => one['app'] === 'mfe-parking')
    expect(awaited).toMatchObject({ live: '', team: { keys: [{ id: keyId(keyText(publicKey)) }] } })
    expect(seen.changes.slice(0, 2)).toMatchObject([
      { action: `mfe-search 5.1.0 scheduled for ${at}`, live: { [app]: '1.0.0', 'mfe-search': '5.0.0' } },
      { action: expect.stringContaining('trusted with mfe-search') },
    ])
  })

  it('is not there while the record cannot be read or is forged, and the page is', async () => {
    const file = path.join(shell.releasesFolder, 'releases.json')
    writeFileSync(file, '{"schema":2}')
    expect(await control(releaser)).toBeNull()
    expect(shell.lines.some(({ msg }) => msg === 'the record of releases cannot be read')).toBe(true)
  })
})

describe('a request that the release store has taken', () => {
  it('is answered with the page of requests although the store cannot be read for what becomes of it', async () => {
    const user = {
      id: 'u1',
      name: 'Elin',
      username: 'e.lloyd',
      isStaff: true,
      groups: [{ id: 'g1', name: 'Staff' }],
    }
    const parts = {
      config: {
        publicUrl: 'http://localhost',
        languages: { primary: 'en-GB', supported: ['en-GB'] },
        staffGroups: ['Staff'],
        releaseGroups: ['Staff'],
      },
      sessions: { read: async () => ({ user }), failureOf: () => null },
      queue: {
        ask: async () => ({ number: 1, action: { do: 'unfreeze' } }),
        find: () => Promise.reject(new Error('the store does not answer')),
      },
      log: pino({ enabled: false }),
      maxWaitMs: 50,
    } as unknown as Parameters<typeof releaseActionRoutes>[0]
    const app = fastify()
    await app.register(releaseActionRoutes(parts))
    const answer = await app.inject({
      method: 'POST',
      url: '/version/action',
      headers: { ...OURS, ...asForm },
      payload: 'do=unfreeze&basis=1',
    })
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/version#requests'])
    await app.close()
  })
})
