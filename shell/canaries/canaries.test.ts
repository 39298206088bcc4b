import { rmSync } from 'node:fs'
import path from 'node:path'
import { aPlatform } from '@tessera/shared/testing'
import { endCanary, makeLive, nameCanary } from '../../scripts/release/make-live.ts'
import { aRelease, aSigner, type ReleaseOptions } from '../releases/testing/a-release.ts'
import { aContentRemote, aShell, type TestShell } from '../testing/a-shell.ts'
import { BUCKET_COOKIE } from './bucket.server.ts'
import { createCanaries } from './canaries.server.ts'
import { createHalts } from './halts.server.ts'

const PAGE = '/services/bins-and-recycling'
const APP = 'mfe-content'
const STARTING_MS = 120_000
const PATIENT_MS = 60_000

/** Renders the version of the release. */
const RENDER = `return '<h1 id="page-title">version ' + VERSION + '</h1>'`
const content = (version: string, more: Partial<ReleaseOptions> = {}): Omit<ReleaseOptions, 'key'> =>
  aContentRemote({ version, render: RENDER.replace('VERSION', `'${version}'`), ...more })

let platform: Awaited<ReturnType<typeof aPlatform>>
let shell: TestShell

beforeAll(async () => {
  platform = await aPlatform()
}, STARTING_MS)
afterAll(() => platform.close())
beforeEach(async () => {
  shell = await aShell({
    platformUrl: platform.url,
    remotes: [content('1.0.0')],
    limits: { pageFreshMs: 60_000, freshMs: 60_000 },
  })
}, STARTING_MS)
afterEach(() => shell.close())

const signer = () => aSigner(shell.key)
const BAR = { rate: 0.05, fewest: 5 }

/** Releases a version as a canary, and has the shell poll. */
async function aCanary(version: string, percent: number, more: Partial<ReleaseOptions> = {}): Promise<void> {
  aRelease(shell.releasesFolder, { ...content(version, more), key: shell.key })
  await nameCanary(shell.releasesFolder, APP, { version, percent, bar: BAR }, { signer: signer() })
  await shell.canaries.refresh()
}

/** The version that rendered a page. */
const versionIn = (body: string): string => /version (\d+\.\d+\.\d+)/.exec(body)?.[1] ?? 'none'
const bucketIn = (cookie: unknown): string | undefined =>
  new RegExp(`${BUCKET_COOKIE}=(\\d+)`).exec(String(cookie))?.[1]
const see = async (bucket: number | null, url = PAGE) => {
  const answer = await shell.get(url, bucket === null ? {} : { cookie: `${BUCKET_COOKIE}=${bucket}` })
  return { ...answer, headers: answer.headers, version: versionIn(answer.body), body: answer.body }
}

describe('a canary', () => {
  it('has no effect while there is none: no cookie, no cache headers, the cached page for all', async () => {
    expect((await see(null)).headers['set-cookie']).toBeUndefined()
    for (const bucket of [null, 0, 99]) {
      const { headers, version } = await see(bucket)
      expect([version, headers['set-cookie'], headers['x-canary'], headers['vary']]).toEqual([
        '1.0.0',
        undefined,
        undefined,
        'accept-encoding',
      ])
      expect(headers['cache-status']).toBe('shell; hit')
    }
  })

  it(
    'is seen by its share of the visitors, who each keep what they see',
    async () => {
      await aCanary('2.0.0', 20)
      let canaries = 0
      const first = 1_000
      for (let visit = 0; visit < first; visit += 1) {
        const { headers, version } = await see(null)
        const bucket = Number(bucketIn(headers['set-cookie']))
        expect([bucket < 20, headers['cache-control']]).toEqual([version === '2.0.0', 'private, no-store'])
        if (version === '2.0.0') canaries += 1
        if (visit % 50 === 0) {
          const again = await see(bucket)
          expect([again.version, again.headers['set-cookie']]).toEqual([version, undefined])
        }
      }
      // Within five standard deviations of 200.
      expect(Math.abs(canaries - 200)).toBeLessThan(64)
    },
    PATIENT_MS,
  )

  it('gives visitors a cookie of the browser session that says nothing but a number from 0 to 99', async () => {
    await aCanary('2.0.0', 20)
    expect((await see(null)).headers['set-cookie']).toMatch(
      /^site-canary=\d{1,2}; Path=\/; HttpOnly; SameSite=Lax$/,
    )
    // Only documents set the cookie, not the JSON state of a page.
    expect((await see(null, `${PAGE}?redux=true`)).headers['set-cookie']).toBeUndefined()
  })

  it('is named by redirects too: behind a cache its visitors would get the answer of the live release', async () => {
    const login = { path: '/members', view: 'page', hydrate: 'never', requireLogin: true } as const
    await aCanary('2.0.0', 20, { manifest: { ...content('').manifest, staticRoutes: [login] } })
    const { statusCode, headers } = await see(3, '/members')
    expect([statusCode, headers['location']]).toEqual([302, expect.stringContaining('/account/login')])
    expect(headers['x-canary']).toBe('20; Path=/; HttpOnly; SameSite=Lax')
  })

  it('is kept apart from the live release in the page cache, as documents and as states', async () => {
    await aCanary('2.0.0', 20)
    for (const url of [PAGE, `${PAGE}?redux=true`])
      for (const round of ['miss', 'hit'])
        for (const [bucket, version] of [
          [3, '2.0.0'],
          [70, '1.0.0'],
        ] as const) {
          const { headers, body } = await see(bucket, url)
          expect([url, bucket, headers['cache-status']]).toEqual([
            url,
            bucket,
            round === 'hit' ? 'shell; hit' : 'shell; fwd=miss',
          ])
          expect(headers).toMatchObject({
            vary: 'accept-encoding, cookie',
            'x-canary': '20; Path=/; HttpOnly; SameSite=Lax',
          })
          if (url === PAGE) expect(versionIn(body)).toBe(version)
          else
            expect(JSON.parse(body)).toMatchObject({
              page: { canaries: { [APP]: version }, releases: { [APP]: { version } } },
            })
        }
  })

  it(
    'shows no page that two versions have made, while they come and go under load',
    async () => {
      const title = (version: string) =>
        `return '<h1 id="page-title">version ${version}</h1><p>by ' + p.store.getState().page.releases['${APP}'].version + '</p>'`
      await aCanary('2.0.0', 50, { render: title('2.0.0') })
      const mixed: string[] = []
      let pages = 0
      const visit = async (visitor: number) => {
        for (let page = 0; page < 120; page += 1) {
          const url = page % 3 === 0 ? `${PAGE}?n=${page % 7}` : PAGE
          const { body, statusCode } = await see((visitor * 17 + page) % 100, url)
          pages += 1
          const [own, by = own] = [versionIn(body), /by (\d\.\d\.\d)/.exec(body)?.[1]]
          if (statusCode !== 200 || own !== by) mixed.push(`${statusCode} ${own} ${by}`)
          if (page % 4 > 0) continue
          const state = JSON.parse((await see((visitor * 17 + page) % 100, `${PAGE}?redux=true`)).body) as {
            page: { releases: Record<string, { version: string }>; canaries?: Record<string, string> }
          }
          const { releases: made, canaries = {} } = state.page
          const named = canaries[APP] ?? made[APP]?.version
          if (made[APP]?.version !== named) mixed.push(`state ${made[APP]?.version} ${named}`)
        }
      }
      const releases = async () => {
        for (const version of ['2.1.0', '2.2.0']) {
          await aCanary(version, 50, { render: title(version) })
          await endCanary(shell.releasesFolder, APP, { signer: signer() })
          await shell.canaries.refresh()
          await makeLive(shell.releasesFolder, { [APP]: version }, { signer: signer() })
          await shell.canaries.refresh()
        }
      }
      await Promise.all([releases(), ...Array.from({ length: 20 }, (_, visitor) => visit(visitor))])
      expect([pages, mixed]).toEqual([2_400, []])
    },
    PATIENT_MS,
  )

  it('is shown to all visitors once it is promoted, and to none once it is halted', async () => {
    await aCanary('2.0.0', 50)
    expect((await see(1)).version).toBe('2.0.0')
    await endCanary(shell.releasesFolder, APP, { signer: signer() })
    await shell.canaries.refresh()
    expect((await see(1)).version).toBe('1.0.0')
    expect((await see(null)).headers['set-cookie']).toBeUndefined()
    // Pages that are open can still load its files.
    expect(shell.releases.isKnown(APP, '2.0.0')).toBe(true)
    await aCanary('2.1.0', 50)
    expect((await see(1)).version).toBe('2.1.0')
    await aCanary('2.0.0', 50)
    expect((await see(1)).version).toBe('2.0.0')
    await makeLive(shell.releasesFolder, { [APP]: '2.0.0' }, { signer: signer() })
    await shell.canaries.refresh()
    expect([(await see(1)).version, (await see(99)).version]).toEqual(['2.0.0', '2.0.0'])
    expect(shell.canaries.report()).toEqual({})
  })

  it('is refused as any release is, with the reason, and is not shown', async () => {
    await aCanary('2.0.0', 99, { fixtures: `[{ view: 'page', props: {}, state: {}, expect: 'never' }]` })
    expect((await see(1)).version).toBe('1.0.0')
    expect(shell.canaries.report()[APP]).toMatchObject({
      state: 'refused',
      why: expect.stringContaining('release/fixture-failed') as unknown,
    })
  })
})

describe('canaries of two remotes', () => {
  const route = (path: string) => ({ staticRoutes: [{ path, view: 'page', hydrate: 'never' as const }] })
  const other = (version: string, path: string) => ({
    app: 'mfe-search',
    version,
    manifest: route(path),
    render: `return '<h1 id="page-title">search version ${version}</h1>'`,
  })

  it('are seen together by whom both shares reach, and each is refused where it claims what the other has', async () => {
    aRelease(shell.releasesFolder, { ...other('1.0.0', '/search'), key: shell.key })
    await makeLive(shell.releasesFolder, { 'mfe-search': '1.0.0' }, { signer: signer() })
    await aCanary('2.0.0', 50, { manifest: { ...content('').manifest, ...route('/new') } })
    const name = async (version: string, path: string) => {
      aRelease(shell.releasesFolder, { ...other(version, path), key: shell.key })
      await nameCanary(
        shell.releasesFolder,
        'mfe-search',
        { version, percent: 20, bar: BAR },
        { signer: signer() },
      )
      await shell.canaries.refresh()
    }
    await name('2.0.0', '/search')
    const versions = async (bucket: number) => [
      (await see(bucket, '/search')).version,
      (await see(bucket, PAGE)).version,
    ]
    expect(await versions(10)).toEqual(['2.0.0', '2.0.0'])
    expect(await versions(30)).toEqual(['1.0.0', '2.0.0'])
    expect(await versions(60)).toEqual(['1.0.0', '1.0.0'])
    await name('3.0.0', '/new')
    expect(shell.canaries.report()['mfe-search']).toMatchObject({
      state: 'refused',
      why: expect.stringContaining('release/collision') as unknown,
    })
    expect(await versions(10)).toEqual(['1.0.0', '2.0.0'])
  })
})

describe('a canary that fails', () => {
  const BROKEN = { load: `if (r.slot.id === 'main') throw new Error('planted')` }

  it('is halted by the shell when it fails more often than its bar allows, and no page of it is shown afterwards', async () => {
    await aCanary('2.0.0', 50, BROKEN)
    const statuses: number[] = []
    for (let visit = 0; visit < 8; visit += 1) statuses.push((await see(visit)).statusCode)
    expect(new Set(statuses)).toEqual(new Set([500]))
    await shell.canaries.refresh()
    for (let bucket = 0; bucket < 100; bucket += 1) {
      const { statusCode, version } = await see(bucket)
      expect([statusCode, version]).toEqual([200, '1.0.0'])
    }
    expect(shell.canaries.report()[APP]).toMatchObject({
      state: 'halted',
      why: '8 failures in 8 pages in the last minute (8 on the server, 0 in browsers): 100 %, of the live release 0 %, allowed 5 % more',
      canary: { all: { pages: 8, server: 8, browser: 0 } },
    })
    const versions = (await shell.get('/health/versions')).json<{ shells: readonly object[] }>()
    expect(versions.shells[0]).toMatchObject({
      canaries: { [APP]: { version: '2.0.0', state: 'halted', canary: { all: { pages: 8, server: 8 } } } },
    })
  })

  it('is measured by the pages that visitors see: a HEAD is none, nor is the state that a document fetches for itself', async () => {
    await aCanary('2.0.0', 50)
    const pages = () => shell.canaries.report()[APP]?.canary.all.pages
    const ask = (method: 'GET' | 'HEAD', url: string, headers: Record<string, string> = {}) =>
      shell.app.inject({
        method,
        url,
        headers: { host: 'localhost', cookie: `${BUCKET_COOKIE}=1`, ...headers },
      })
    const own = { 'x-own-state': '1' }
    const isPrivate = { cookie: `${BUCKET_COOKIE}=1; sid=unknown` }
    for (const kind of [{}, {}, isPrivate]) {
      const before = pages() ?? 0
      await ask('HEAD', PAGE, kind)
      await ask('GET', `${PAGE}?redux=true`, { ...own, ...kind })
      expect(pages()).toBe(before)
      await ask('GET', PAGE, kind)
      await ask('GET', `${PAGE}?redux=true`, kind)
      expect(pages()).toBe(before + 2)
    }
    const [marked, plain] = [
      await ask('GET', `${PAGE}?redux=true`, own),
      await ask('GET', `${PAGE}?redux=true`),
    ]
    expect([marked.headers['cache-status'], marked.body]).toEqual(['shell; hit', plain.body])
  })

  it('is halted although the store cannot deliver another one', async () => {
    aRelease(shell.releasesFolder, { app: 'mfe-search', version: '1.0.0', key: shell.key })
    await makeLive(shell.releasesFolder, { 'mfe-search': '1.0.0' }, { signer: signer() })
    await aCanary('2.0.0', 50, BROKEN)
    const folder = aRelease(shell.releasesFolder, { app: 'mfe-search', version: '2.0.0', key: shell.key })
    await nameCanary(
      shell.releasesFolder,
      'mfe-search',
      { version: '2.0.0', percent: 10, bar: BAR },
      { signer: signer() },
    )
    rmSync(folder, { recursive: true })
    for (let visit = 0; visit < 8; visit += 1) await see(visit)
    await shell.canaries.refresh()
    expect(shell.canaries.report()[APP]).toMatchObject({ state: 'halted' })
  })

  it('stays halted after a restart, until the document names it anew', async () => {
    await aCanary('2.0.0', 50, BROKEN)
    for (let visit = 0; visit < 5; visit += 1) await see(visit)
    await shell.canaries.refresh()
    // Like another process of this machine, or this one after a restart.
    const restarted = createCanaries({
      releases: shell.releases,
      isSecure: false,
      halts: createHalts(path.join(shell.dataDir, 'halted-canaries')),
      others: () => Promise.resolve([]),
      quarantineOf: () => Promise.resolve(null),
      onEvent: () => undefined,
      onChange: () => undefined,
    })
    await restarted.refresh()
    expect(restarted.report()[APP]).toMatchObject({ state: 'halted' })
    expect(restarted.isRunning()).toBe(false)
    await aCanary('2.0.0', 50, BROKEN)
    await restarted.refresh()
    expect([shell.canaries.isRunning(), restarted.isRunning()]).toEqual([true, true])
  })

  it('stays halted although that cannot be stored, which is said once, and is stored as soon as it can be', async () => {
    await aCanary('2.0.0', 50)
    const folder = path.join(shell.dataDir, 'halts of a full disk')
    const halts = createHalts(folder)
    const full = () => Promise.reject(new Error('ENOSPC: no space left on device'))
    let add: typeof halts.add = full
    const said: string[] = []
    const canaries = createCanaries({
      releases: shell.releases,
      isSecure: false,
      halts: { read: halts.read, add: (halt) => add(halt) },
      others: () => Promise.resolve([]),
      quarantineOf: () => Promise.resolve(null),
      onEvent: ({ what, error }) => said.push(error ? `${what}: ${error.message}` : what),
      onChange: () => undefined,
    })
    await canaries.refresh()
    for (let failure = 0; failure < 5; failure += 1) canaries.failed(canaries.seenBy(0), APP, 'server')
    for (let look = 0; look < 3; look += 1) await canaries.refresh()
    expect(canaries.isRunning()).toBe(false)
    expect(said).toEqual(['running', 'halted', 'halt-not-stored: ENOSPC: no space left on device'])
    add = halts.add
    await canaries.refresh()
    expect(await halts.read()).toMatchObject([{ app: APP, version: '2.0.0' }])
    rmSync(folder, { recursive: true })
    await canaries.refresh()
    expect(await halts.read()).toEqual([])
  })

  it('is halted once it is in quarantine since, although the clock of whoever named it is ahead', async () => {
    await aCanary('2.0.0', 50)
    const ahead = new Date(Date.now() + 3_600_000).toISOString()
    const named = () => {
      const { [APP]: entry, ...others } = shell.releases.named()
      return entry?.canary
        ? { ...others, [APP]: { ...entry, canary: { ...entry.canary, since: ahead } } }
        : others
    }
    let quarantine = {
      app: APP,
      version: '2.0.0',
      phase: 'load',
      reason: 'it did not end',
      since: Date.now() - 1,
    }
    const canaries = createCanaries({
      releases: { ...shell.releases, named },
      isSecure: false,
      halts: createHalts(path.join(shell.dataDir, 'halted-canaries')),
      others: () => Promise.resolve([]),
      quarantineOf: () => Promise.resolve(quarantine),
      onEvent: () => undefined,
      onChange: () => undefined,
    })
    await canaries.refresh()
    expect(canaries.isRunning()).toBe(true) // naming it anew has lifted the earlier one
    quarantine = { ...quarantine, since: Date.now() }
    await canaries.refresh()
    expect(canaries.report()[APP]).toMatchObject({
      state: 'halted',
      why: 'it is in quarantine: it did not end',
    })
  })

  it('goes on where the live release fails as often: what goes wrong is not its fault', async () => {
    const load = `if (r.query.away && r.slot.id === 'main') throw new Error('the platform is away')`
    aRelease(shell.releasesFolder, { ...content('1.1.0', { load }), key: shell.key })
    await makeLive(shell.releasesFolder, { [APP]: '1.1.0' }, { signer: signer() })
    await aCanary('2.0.0', 50, { load })
    for (let visit = 0; visit < 100; visit += 5) await see(visit, `${PAGE}?away=1`)
    await shell.canaries.refresh()
    expect(shell.canaries.report()[APP]).toMatchObject({
      state: 'running',
      canary: { all: { server: 10 } },
      live: { all: { server: 10 } },
    })
  })

  it('is halted by what browsers say of it, as long as they say it of what they see, and not more often than anybody may', async () => {
    await aCanary('2.0.0', 50)
    const tell = async (bucket: number, said: string, more: Record<string, string> = {}) =>
      (
        await shell.app.inject({
          method: 'POST',
          url: '/_canary',
          headers: {
            host: 'localhost',
            'content-type': 'text/plain;charset=UTF-8',
            'sec-fetch-site': 'same-origin',
            cookie: `${BUCKET_COOKIE}=${bucket}`,
            ...more,
          },
          remoteAddress: `10.0.0.${bucket}`,
          payload: said,
        })
      ).statusCode
    const counted = () => shell.canaries.report()[APP]?.canary.all.browser
    expect(await tell(1, `${APP}@2.0.0`, { 'sec-fetch-site': 'cross-site' })).toBe(403)
    for (const said of [`${APP}@1.0.0`, `${APP}@3.0.0`, 'mfe-search@2.0.0', '', '@', 'x'.repeat(150)])
      expect([said, await tell(1, said)]).toEqual([said, 204])
    expect(await tell(99, `${APP}@2.0.0`)).toBe(204)
    expect(counted()).toBe(0)
    expect(await tell(1, 'x'.repeat(500))).toBe(413)
    for (let time = 0; time < 30; time += 1) await tell(1, `${APP}@1.0.0`)
    for (let time = 0; time < 4; time += 1) await tell(2, `${APP}@2.0.0`)
    await shell.canaries.refresh()
    expect([counted(), shell.canaries.isRunning()]).toEqual([4, true])
    for (let time = 0; time < 30; time += 1) await tell(2, `${APP}@2.0.0`)
    expect(counted()).toBe(10)
    await shell.canaries.refresh()
    expect(shell.canaries.isRunning()).toBe(false)
  })
})
