import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import {
  DOCUMENT_FILE,
  historyFile,
  signDocument,
  type ReleaseDocument,
} from '../../shell/release-document/release-document.server.ts'
import { findUngranted, keyText } from '../../shell/release-document/trust.server.ts'
import { claimsOf } from '../../shell/releases/check-candidate.server.ts'
import { createFederationHost } from '../../shell/releases/federation-host.server.ts'
import { createLiveReleases, type LiveReleases } from '../../shell/releases/live-releases.server.ts'
import { createReleaseStore } from '../../shell/releases/release-store.server.ts'
import {
  aLiveRelease,
  aRelease,
  aSigner,
  type ReleaseOptions,
} from '../../shell/releases/testing/a-release.ts'
import { createVerifiedCopies } from '../../shell/releases/verified-copy.server.ts'
import { createAcceptedSet } from '../../shell/reports/accepted-set.server.ts'
import { addKey, grant, revokeKey, ungrant } from './change-trust.ts'
import { describeTrust, findKey } from './describe-trust.ts'
import { toGranted } from './grant-options.ts'
import { readNewest } from './change-document.ts'
import { freeze, makeLive, rollBack } from './make-live.ts'
import { whyUntrusted } from './refuse-untrusted.ts'

const aKey = (): KeyObject => generateKeyPairSync('ed25519').privateKey
const key = aKey()
const siteKey = createPublicKey(key)
const site = { signer: aSigner(key) }
const app = 'mfe-weather'
const weather = { staticRoutes: [{ path: '/weather', view: 'page', hydrate: 'never' as const }] }
let folder: string
let releases: string
let storeErrors: string[]
let team: KeyObject

/** A site with a search of its own, and the remote of a team whose key is granted the claims of the remote. */
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'trust-'))
  releases = path.join(folder, 'store')
  storeErrors = []
  team = aKey()
  await aLiveRelease(releases, { app: 'shell', key })
  await aLiveRelease(releases, { app: 'mfe-search', key })
  await aLiveRelease(releases, { app, key, manifest: weather })
  await addKey(releases, app, keyText(team), site)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** A shell on a machine, with the machine's own copies. */
function aShell(machine = 'machine'): Promise<LiveReleases> {
  const store = createReleaseStore(releases, siteKey)
  const own = path.join(folder, machine)
  return createLiveReleases({
    store,
    copies: createVerifiedCopies(path.join(own, 'copies'), store),
    accepted: createAcceptedSet(path.join(own, 'accepted.json'), () => undefined),
    host: createFederationHost(),
    tryCandidate: () => Promise.resolve(), // trials have tests of their own
    now: () => new Date(0),
    onEvent: () => undefined,
    onStore: (failure) => failure && storeErrors.push(failure.error.code),
  })
}

const signerOf = (own: KeyObject) => aSigner(own, siteKey)
/** Release as a team does: sign the release, and the document that names it. */
async function release(version: string, own: KeyObject, more: Partial<ReleaseOptions> = {}): Promise<void> {
  aRelease(releases, { app, version, key: own, manifest: weather, ...more })
  await makeLive(releases, { [more.app ?? app]: version }, { signer: signerOf(own) })
}
const live = (shell: LiveReleases, of = app) => shell.snapshot().remotes.get(of as never)?.release.version
const refused = (shell: LiveReleases, of = app) => shell.failures().get(of)?.error
const messageOf = (made: Promise<unknown>): Promise<string> =>
  made.then(
    () => 'it was done',
    (error: unknown) => (error as Error).message,
  )
const published = () =>
  JSON.parse(readFileSync(path.join(releases, DOCUMENT_FILE), 'utf8')) as ReleaseDocument & {
    signature?: string
  }
/** Write a signed document, whatever the commands would refuse. */
function forge(change: (document: ReleaseDocument) => Partial<ReleaseDocument>, own: KeyObject): void {
  const { signature: _signature, ...before } = published()
  const sequence = before.sequence + 1
  const bytes = signDocument({ ...before, sequence, ...change(before) }, own)
  writeFileSync(path.join(releases, historyFile(sequence)), bytes)
  writeFileSync(path.join(releases, DOCUMENT_FILE), bytes)
}

describe('a key of a remote', () => {
  it('releases that remote: it signs the release and the document that names it', async () => {
    const shell = await aShell()
    await release('1.1.0', team)
    await release('1.2.0', team)
    await shell.refresh()
    expect([live(shell), storeErrors]).toEqual(['1.2.0', []])
    expect(live(await aShell('a shell that has never served'))).toBe('1.2.0')
  })

  it('and the site’s own key can release it, also alternately', async () => {
    const shell = await aShell()
    await release('1.1.0', team)
    await release('1.2.0', key)
    await release('1.3.0', team)
    await shell.refresh()
    expect(live(shell)).toBe('1.3.0')
  })

  it.each(['mfe-search', 'shell'])('cannot release %s, whoever names it', async (other) => {
    const shell = await aShell()
    aRelease(releases, { app: other, version: '2.0.0', key: team })
    await makeLive(releases, { [other]: '2.0.0' }, site)
    await shell.refresh()
    expect(refused(shell, other)?.code).toBe('release/signature-invalid')
    expect([shell.snapshot().shell.release.version, live(shell, 'mfe-search')]).toEqual(['1.0.0', '1.0.0'])
    expect(whyUntrusted(other, published().trust, signerOf(team))?.reasons).toEqual([
      'it may release mfe-weather',
    ])
  })

  it('releases nothing when the site does not know it', async () => {
    const shell = await aShell()
    aRelease(releases, { app, version: '2.0.0', key: aKey(), manifest: weather })
    await makeLive(releases, { [app]: '2.0.0' }, site)
    await shell.refresh()
    expect([live(shell), refused(shell)?.code]).toEqual(['1.0.0', 'release/signature-invalid'])
    const facts = whyUntrusted(app, published().trust, signerOf(aKey()))
    expect(facts?.reasons).toEqual(['this site does not know it'])
    expect(facts?.todo).toContain('npm run keys -- add mfe-weather --key ')
  })

  it('starts with its shell while the store is away', async () => {
    await release('1.1.0', team)
    await aShell()
    renameSync(releases, `${releases}.away`)
    expect(live(await aShell())).toBe('1.1.0')
  })
})

describe('a document that a key of a remote has signed', () => {
  it.each<[string, (document: ReleaseDocument) => Partial<ReleaseDocument>]>([
    [
      'another remote',
      ({ apps }) => ({ apps: { ...apps, 'mfe-search': { live: '0.9.0', previous: [], candidates: [] } } }),
    ],
    ['who is trusted', ({ trust }) => ({ trust: { ...trust!, revoked: [], remotes: {} } })],
    ['the freeze', () => ({ frozen: { at: new Date(0).toISOString(), by: 'Team', why: 'ours alone' } })],
    ['the numbers', ({ sequence }) => ({ sequence: sequence + 2 })],
  ])('is not followed where it changes %s, by shells and by commands', async (_what, change) => {
    const shell = await aShell()
    forge(change, team)
    await shell.refresh()
    expect(live(shell, 'mfe-search')).toBe('1.0.0')
    expect(storeErrors).toHaveLength(1)
    expect(await messageOf(makeLive(releases, { [app]: '1.0.0' }, { ...site, isAnew: true }))).toMatch(
      /not signed by a key with the right to make its changes|cannot be read|history/,
    )
  })

  it('is not followed while releases are frozen, except for a rollback', async () => {
    await release('1.1.0', team)
    const shell = await aShell()
    await freeze(releases, { ...site, why: 'the election' })
    await makeLive(releases, { [app]: '1.0.0' }, { signer: signerOf(team), isBack: true })
    await shell.refresh()
    expect([live(shell), storeErrors]).toEqual(['1.0.0', []])
    aRelease(releases, { app, version: '1.2.0', key: team, manifest: weather })
    forge(({ apps }) => ({ apps: { ...apps, [app]: { ...apps[app]!, live: '1.2.0' } } }), team)
    await shell.refresh()
    expect([live(shell), storeErrors]).toEqual(['1.0.0', ['release/document-forged']])
  })

  it('is not followed while releases are frozen where it names a new release as an earlier one, to go back to it', async () => {
    await release('1.1.0', team)
    const shell = await aShell()
    await freeze(releases, { ...site, why: 'the election' })
    aRelease(releases, { app, version: '1.2.0', key: team, manifest: weather })
    forge(({ apps }) => ({ apps: { ...apps, [app]: { ...apps[app]!, previous: ['1.2.0'] } } }), team)
    await shell.refresh()
    expect(storeErrors).toEqual(['release/document-forged'])
    forge(({ apps }) => ({ apps: { ...apps, [app]: { ...apps[app]!, live: '1.2.0' } } }), team)
    await shell.refresh()
    expect(live(shell)).toBe('1.1.0')
  })

  it('is not followed when it continues from another history', async () => {
    await release('1.1.0', team)
    const shell = await aShell()
    const [first, second] = [published(), historyFile(published().sequence - 1)]
    // Forges another history: it continues from the site's document, as if the team's release had never been made.
    writeFileSync(path.join(releases, DOCUMENT_FILE), readFileSync(path.join(releases, second)))
    forge(
      ({ apps }) => ({ apps: { ...apps, [app]: { ...apps[app]!, live: '1.0.0', previous: ['1.1.0'] } } }),
      team,
    )
    forge(({ changed }) => ({ changed: { ...changed, why: 'again' } }), team)
    expect(published().sequence).toBe(first.sequence + 1)
    await shell.refresh()
    expect([live(shell), storeErrors]).toEqual(['1.1.0', ['release/document-stale']])
  })
})

describe('what a remote is granted', () => {
  const more = {
    staticRoutes: [
      ...weather.staticRoutes,
      { path: '/weather/:place/:day?', view: 'page', hydrate: 'never' as const },
    ],
    stateKeys: ['weather'],
  }

  it('covers a route with optional parameters, which is granted by the pattern of its manifest', async () => {
    const routes = ['/weather/:place/:day?']
    const claims = claimsOf({
      name: app,
      contract: '^1.1.0',
      staticRoutes: [{ ...weather.staticRoutes[0]!, path: routes[0]! }],
    })
    const none = { routes: [], contentTypes: [], frameSlots: [], stateKeys: [], nestedViews: [], embeds: [] }
    expect(findUngranted(claims, { ...none, routes: toGranted('routes', routes) as string[] })).toEqual([])
    expect(toGranted('routes', ['/weather/*', '/weather/:place'])).toEqual(['/weather/*', '/weather/:place'])
    expect(toGranted('stateKeys', ['weather?'])).toEqual(['weather?'])
  })

  it('is what its live release claims when it gets its first key', () => {
    expect(published().trust?.remotes[app]?.grants).toMatchObject({ routes: ['/weather'], stateKeys: [] })
  })

  it('limits what its releases may claim, whoever signed them; a refused one is tried again when more is granted', async () => {
    const shell = await aShell()
    for (const own of [team, key]) {
      await release(own === key ? '1.2.0' : '1.1.0', own, { manifest: more })
      await shell.refresh()
      expect([live(shell), refused(shell)?.code]).toEqual(['1.0.0', 'release/not-granted'])
      expect(refused(shell)?.details['problems']).toEqual([
        'the route "/weather/:place/:day?" is not granted to it',
        'the state key "weather" is not granted to it',
      ])
    }
    await grant(releases, app, { routes: ['/weather/*'], stateKeys: ['weather'] }, site)
    await shell.refresh()
    expect(live(shell)).toBe('1.2.0')
  })

  it.each<[string, Partial<ReleaseOptions>]>([
    [
      'a content type',
      { manifest: { ...weather, contentTypes: [{ contentTypeId: 'news', view: 'page', hydrate: 'never' }] } },
    ],
    [
      'a slot of the frame',
      { manifest: { ...weather, frameSlots: [{ id: 'now', view: 'page', hydrate: 'never' }] } },
    ],
    ['a nested view', { manifest: { ...weather, nestedViews: [{ view: 'more', hydrate: 'never' }] } }],
    ['an embed', { embed: { name: 'weather', code: '' } }],
    [
      'a route beside a granted one',
      { manifest: { staticRoutes: [{ path: '/weathers', view: 'page', hydrate: 'never' }] } },
    ],
  ])('does not cover %s unless it says so', async (_what, options) => {
    await grant(releases, app, { routes: ['/weather/*'] }, site)
    const shell = await aShell()
    await release('1.1.0', team, options)
    await shell.refresh()
    expect([live(shell), refused(shell)?.code]).toEqual(['1.0.0', 'release/not-granted'])
  })

  it('cannot be taken away while the live release claims it', async () => {
    expect(await messageOf(ungrant(releases, app, { routes: ['/weather'] }, site))).toContain(
      'mfe-weather 1.0.0 is live and claims it; release one that does not first.\n  the route "/weather" is not granted to it',
    )
    await grant(releases, app, { stateKeys: ['weather'] }, site)
    await ungrant(releases, app, { stateKeys: ['weather'] }, site)
    expect(published().trust?.remotes[app]?.grants.stateKeys).toEqual([])
  })

  it('is decided by the site’s key alone', async () => {
    expect(await messageOf(grant(releases, app, { routes: ['/*'] }, { signer: signerOf(team) }))).toBe(
      "Only the site's own key can change which other keys are trusted.",
    )
  })
})

describe('a key that is changed', () => {
  it('stays valid beside the new one until it is revoked; releases that the site has signed for stay', async () => {
    const next = aKey()
    await release('1.1.0', team)
    await addKey(releases, app, keyText(next), site)
    const shell = await aShell()
    await release('1.2.0', next)
    await release('1.3.0', team)
    await shell.refresh()
    expect(live(shell)).toBe('1.3.0')
    const done = await revokeKey(releases, keyText(team), { ...site, why: 'a new one', keep: true })
    expect(done).toEqual([{ app, live: '1.3.0', isBack: false }])
    await shell.refresh()
    expect(live(shell)).toBe('1.3.0')
    expect(live(await aShell('a shell that has never served'))).toBe('1.3.0')
    expect((await readNewest(releases, site.signer)).apps[app]?.previous).toEqual(['1.2.0', '1.1.0', '1.0.0'])
    await release('1.4.0', next)
    await shell.refresh()
    expect(live(shell)).toBe('1.4.0')
  })

  it('is replaced after a theft: its live release is replaced by one that another key signed, and none of its releases goes live again', async () => {
    await release('1.1.0', team)
    const shell = await aShell()
    expect(live(shell)).toBe('1.1.0')
    const done = await revokeKey(releases, keyText(team), { ...site, why: 'stolen' })
    expect(done).toEqual([{ app, live: '1.0.0', isBack: true }])
    await shell.refresh()
    expect(live(shell)).toBe('1.0.0')
    expect(whyUntrusted(app, published().trust, signerOf(team))?.reasons).toEqual([
      expect.stringMatching(/^it was revoked at .* by Test: stolen$/),
    ])
    expect(await messageOf(addKey(releases, app, keyText(team), site))).toMatch(
      /is revoked and is never trusted again/,
    )

    await makeLive(releases, { [app]: '1.1.0' }, site)
    await shell.refresh()
    expect([live(shell), refused(shell)?.code]).toEqual(['1.0.0', 'release/signature-invalid'])
    forge(() => ({}), team)
    await shell.refresh()
    expect(storeErrors).toEqual(['release/document-forged'])
  })

  it('is revoked: a release that was rolled back replaces its live one when there is no other, and later rollbacks reach that one', async () => {
    const parking = { app: 'mfe-parking', manifest: {} }
    const own = aKey()
    await addKey(releases, parking.app, keyText(own), site)
    await release('1.0.0', own, parking)
    for (const version of ['1.1.0', '1.2.0']) await release(version, key, parking)
    for (const version of ['1.1.0', '1.0.0'])
      expect((await rollBack(releases, parking.app, site)).version).toBe(version)
    await release('1.3.0', own, parking)
    await revokeKey(releases, keyText(own), { ...site, why: 'stolen' })
    expect(published().apps[parking.app]).toMatchObject({
      live: '1.2.0',
      previous: ['1.1.0'],
      left: ['1.1.0'],
    })
    await release('1.4.0', key, parking)
    expect((await rollBack(releases, parking.app, site)).version).toBe('1.2.0')
  })

  it('is not revoked when nothing could replace what it has signed', async () => {
    const parking = 'mfe-parking'
    const own = aKey()
    await addKey(releases, parking, keyText(own), site)
    await release('1.0.0', own, { app: parking, manifest: {} })
    expect(await messageOf(revokeKey(releases, keyText(own), { ...site, why: 'stolen' }))).toMatch(
      /mfe-parking 1\.0\.0 is live, this key alone has signed it.*--keep/,
    )
    expect(whyUntrusted(parking, published().trust, signerOf(own))).toBeNull()
  })

  it('is listed with what its remote may claim, by a name that the commands take', async () => {
    const { trust } = published()
    const lines = describeTrust(trust)
    const name = /key (\S+) since/.exec(lines.join('\n'))?.[1] ?? ''
    expect(lines).toEqual(expect.arrayContaining([app, '  routes: /weather', '  contentTypes: none']))
    expect(findKey(name, trust)).toBe(keyText(team))
    expect(() => findKey('nobody', trust)).toThrow('nobody is no key')
    await revokeKey(releases, keyText(team), { ...site, why: 'stolen' })
    expect(describeTrust(published().trust).at(-1)).toMatch(/^revoked: key \S+ at \S+ \(Test\): stolen$/)
  })
})

describe('two remotes that name the same embed', () => {
  const embed = { name: 'weather', code: 'export {}' }

  it('cannot both be live: the later one is refused', async () => {
    await grant(releases, app, { embeds: ['weather'] }, site)
    await release('1.1.0', team, { embed })
    const shell = await aShell()
    await release('2.0.0', key, { app: 'mfe-search', manifest: {}, embed })
    await shell.refresh()
    expect(live(shell, 'mfe-search')).toBe('1.0.0')
    expect(refused(shell, 'mfe-search')?.details['collisions']).toEqual([
      'the embed "weather" collides with the embed "weather" of mfe-weather',
    ])
  })
})
