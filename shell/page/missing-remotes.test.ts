import { generateKeyPairSync } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import path from 'node:path'
import { aPlatform, type TestPlatform } from '@tessera/shared/testing'
import { aContentRemote, aShell, type TestShell } from '../testing/a-shell.ts'
import { addKey, grant, revokeKey } from '../../scripts/release/change-trust.ts'
import { keyText } from '../release-document/trust.server.ts'
import { releaseStorage } from '../release-storage/release-storage.server.ts'
import { aLiveRelease, aSigner } from '../releases/testing/a-release.ts'

let platform: TestPlatform
let shell: TestShell

beforeAll(async () => {
  platform = await aPlatform()
})
afterEach(() => shell.close())
afterAll(() => platform.close())

const ROUTE = '/account/login'
const account = {
  app: 'mfe-account',
  manifest: {
    staticRoutes: [{ path: ROUTE, view: 'page', hydrate: 'never' as const }],
    frameSlots: [{ id: 'header-user', view: 'menu', hydrate: 'never' as const }],
  },
}
const BROKEN = { onLoad: 'null.x' }
const routes = (...paths: string[]) => ({
  staticRoutes: paths.map((own) => ({ path: own, view: 'page', hydrate: 'never' as const })),
})

/** A site whose account remote is missing, with a release that a team's key has signed and whose route is granted. */
async function aMissingTeam() {
  shell = await aShell({ platformUrl: platform.url, remotes: [aContentRemote()] })
  const { releasesFolder, key } = shell
  const { privateKey } = generateKeyPairSync('ed25519')
  const [team, note] = [keyText(privateKey), { signer: aSigner(key) }]
  await addKey(releasesFolder, 'mfe-account', team, note)
  await grant(releasesFolder, 'mfe-account', { routes: [ROUTE] }, note)
  const own = { app: 'mfe-account', manifest: routes(ROUTE), ...BROKEN, documentKey: key }
  return { own, privateKey, revoke: () => revokeKey(releasesFolder, team, { ...note, why: 'lost' }) }
}

describe('pages of a remote whose release could not be loaded', () => {
  it('are unavailable, not cached, with Retry-After; unclaimed paths are not found', async () => {
    shell = await aShell({
      platformUrl: platform.url,
      remotes: [aContentRemote(), { ...account, ...BROKEN }],
    })
    const answer = await shell.get(ROUTE)
    expect(answer.statusCode).toBe(503)
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'retry-after': '2' })
    expect(answer.body).toContain('href="/news"')
    expect((await shell.get('/account/other')).statusCode).toBe(404)
    const page = await shell.get('/services/bins-and-recycling')
    expect([page.statusCode, page.body.includes('header-user')]).toEqual([200, false])
  })

  it('are unavailable if its manifest maps the type of their content', async () => {
    shell = await aShell({ platformUrl: platform.url, remotes: [aContentRemote(BROKEN)] })
    expect((await shell.get('/services/bins-and-recycling')).statusCode).toBe(503)
    expect((await shell.get('/no-such-page')).statusCode).toBe(404)
  })

  it('are shown when a release of it is live, with the routes of that one alone', async () => {
    shell = await aShell({
      platformUrl: platform.url,
      remotes: [aContentRemote(), { ...account, ...BROKEN }],
    })
    const staticRoutes = [{ path: '/account/other', view: 'page', hydrate: 'never' as const }]
    await aLiveRelease(shell.releasesFolder, {
      app: 'mfe-account',
      version: '1.1.0',
      manifest: { staticRoutes },
      key: shell.key,
    })
    await shell.canaries.refresh()
    expect((await shell.get('/account/other')).statusCode).toBe(200)
    expect((await shell.get(ROUTE)).statusCode).toBe(404)
  })

  it('are unavailable also if a file of the release cannot be loaded', async () => {
    shell = await aShell({
      platformUrl: platform.url,
      remotes: [aContentRemote(), account],
      storageOf(folder) {
        rmSync(path.join(folder, 'mfe-account', '1.0.0', 'node'), { recursive: true })
        return releaseStorage(folder)
      },
    })
    expect((await shell.get(ROUTE)).statusCode).toBe(503)
    expect(existsSync(path.join(shell.dataDir, 'releases', 'mfe-account', '1.0.0'))).toBe(false)
  })

  it('are not found if they are not granted to it', async () => {
    shell = await aShell({ platformUrl: platform.url, remotes: [aContentRemote()] })
    const { releasesFolder, key } = shell
    const team = keyText(generateKeyPairSync('ed25519').privateKey)
    await addKey(releasesFolder, 'mfe-account', team, { signer: aSigner(key) })
    await aLiveRelease(releasesFolder, { ...account, ...BROKEN, key })
    await shell.canaries.refresh()
    expect(shell.releases.missing()).toEqual(['mfe-account'])
    expect((await shell.get(ROUTE)).statusCode).toBe(404)
  })

  it('are not found once the key that signed its release is revoked', async () => {
    const { own, privateKey, revoke } = await aMissingTeam()
    await aLiveRelease(shell.releasesFolder, { ...own, key: privateKey })
    await shell.canaries.refresh()
    expect((await shell.get(ROUTE)).statusCode).toBe(503)
    rmSync(path.join(shell.releasesFolder, 'mfe-account', '1.0.0'), { recursive: true })
    await revoke()
    await shell.canaries.refresh()
    expect((await shell.get(ROUTE)).statusCode).toBe(404)
  })

  it('are not found once its release is replaced by one that claims too much', async () => {
    const { own, privateKey } = await aMissingTeam()
    await aLiveRelease(shell.releasesFolder, { ...own, key: privateKey })
    await shell.canaries.refresh()
    const manifest = routes(ROUTE, '/account/other')
    await aLiveRelease(shell.releasesFolder, { ...own, manifest, version: '1.1.0', key: privateKey })
    await shell.canaries.refresh()
    expect((await shell.get(ROUTE)).statusCode).toBe(404)
  })

  it('are its own whatever name its manifest gives, and none if its routes contradict themselves', async () => {
    shell = await aShell({
      platformUrl: platform.url,
      remotes: [
        aContentRemote(),
        { app: 'mfe-forms', manifest: { name: 'mfe-content' as never, ...routes('/forms') } },
        { app: 'mfe-search', manifest: routes('/search/*/news') },
      ],
    })
    expect((await shell.get('/forms')).statusCode).toBe(503)
    expect((await shell.get('/search/all/news')).statusCode).toBe(404)
  })

  it('are only those that no live remote and no content has', async () => {
    shell = await aShell({
      platformUrl: platform.url,
      remotes: [
        aContentRemote(),
        { app: 'mfe-search', manifest: routes('/search/:facet?/:contentTypeId?') },
        {
          app: 'mfe-account',
          manifest: routes('/search', '/search/:name', '/services/bins-and-recycling', '/lost'),
          ...BROKEN,
        },
      ],
    })
    const statusOf = async (url: string) => (await shell.get(url)).statusCode
    expect(
      await Promise.all(['/search', '/search/news', '/services/bins-and-recycling'].map(statusOf)),
    ).toEqual([200, 200, 200])
    expect(await statusOf('/lost')).toBe(503)
  })

  it('are noted without trying again a release that collides with a live one', async () => {
    shell = await aShell({
      platformUrl: platform.url,
      remotes: [aContentRemote(), { app: 'mfe-search', manifest: routes('/search/:facet?') }],
    })
    const manifest = routes('/search', '/lost')
    await aLiveRelease(shell.releasesFolder, { app: 'mfe-account', manifest, key: shell.key })
    await shell.canaries.refresh()
    expect(shell.lines.filter((line) => JSON.stringify(line).includes('release/collision'))).toHaveLength(1)
    expect((await shell.get('/lost')).statusCode).toBe(503)
  })

  it('say nothing to visitors who may not see them', async () => {
    const manifest = {
      staticRoutes: [{ path: ROUTE, view: 'page', hydrate: 'never' as const, requireLogin: true as const }],
    }
    shell = await aShell({
      platformUrl: platform.url,
      remotes: [aContentRemote(), { app: 'mfe-account', manifest, ...BROKEN }],
    })
    expect((await shell.get(ROUTE)).statusCode).toBe(302)
  })
})
