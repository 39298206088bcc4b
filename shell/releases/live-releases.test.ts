import { generateKeyPairSync } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { makeLive, rollBack } from '../../scripts/release/make-live.ts'
import { createFederationHost } from './federation-host.server.ts'
import { createLiveReleases, type LiveReleases, type ReleaseEvent } from './live-releases.server.ts'
import { createReleaseStore } from './release-store.server.ts'
import { aLiveRelease, aRelease, aSigner, type ReleaseOptions } from './testing/a-release.ts'
import { tryCandidate } from './try-candidate.server.ts'
import { createVerifiedCopies } from './verified-copy.server.ts'

const keys = generateKeyPairSync('ed25519')
const key = keys.privateKey
let folder: string
let releases: string
let events: ReleaseEvent[]
let storeErrors: string[]

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'releases-'))
  releases = path.join(folder, 'store')
  events = []
  storeErrors = []
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** The version of releases whose trial never ends by itself. */
const NEVER_ANSWERS = '2.0.0-never-answers'

function start(): Promise<LiveReleases> {
  const store = createReleaseStore(releases, keys.publicKey)
  return createLiveReleases({
    store,
    copies: createVerifiedCopies(path.join(folder, 'copies'), store),
    host: createFederationHost(),
    // A short deadline only for releases that never answer; the others must also pass on a busy machine.
    tryCandidate: (candidate) =>
      tryCandidate(candidate, candidate.folder.endsWith(NEVER_ANSWERS) ? 3_000 : 30_000),
    now: () => new Date(0),
    onEvent: (event) => events.push(event),
    onStore: (failure) => failure && storeErrors.push(failure.error.code),
  })
}

const markup = (live: LiveReleases): string | undefined =>
  live
    .snapshot()
    .remotes.get('mfe-content')
    ?.remote.render({} as never)
const refusals = () => events.filter(({ outcome }) => outcome === 'refused').map(({ error }) => error?.code)

describe('releases become live in the background (design 6)', () => {
  beforeEach(async () => {
    await aLiveRelease(releases, { app: 'shell', key })
    await aLiveRelease(releases, { version: '1.0.0', key })
  })

  it('serves a new release after the next look, and the old one again after a rollback', async () => {
    const live = await start()
    expect(markup(live)).toBe('<p>version 1.0.0</p>')
    await aLiveRelease(releases, { version: '1.1.0', key })
    expect(markup(live)).toBe('<p>version 1.0.0</p>')
    await live.refresh()
    expect(markup(live)).toBe('<p>version 1.1.0</p>')
    expect(await rollBack(releases, 'mfe-content', { signer: aSigner(key) })).toMatchObject({
      version: '1.0.0',
    })
    await live.refresh()
    expect(markup(live)).toBe('<p>version 1.0.0</p>')
  })

  it('keeps a request on the releases that it began with', async () => {
    const live = await start()
    const begun = live.snapshot()
    await aLiveRelease(releases, { version: '1.1.0', key })
    await live.refresh()
    expect(begun.remotes.get('mfe-content')?.release.version).toBe('1.0.0')
    expect(begun.remotes.get('mfe-content')?.remote.render({} as never)).toBe('<p>version 1.0.0</p>')
  })

  it.each<[string, Partial<ReleaseOptions>, string]>([
    ['throws when it is loaded', { onLoad: 'throw new Error("broken")' }, 'release/not-loadable'],
    ['does not render its fixture', { render: "return '<p></p>'" }, 'release/fixture-failed'],
    ['throws when it renders', { render: 'throw new Error("broken")' }, 'release/fixture-failed'],
    [
      'loops for ever when it is loaded',
      { version: NEVER_ANSWERS, onLoad: 'for (;;) {}' },
      'release/trial-failed',
    ],
    [
      'loops for ever when it renders',
      { version: NEVER_ANSWERS, render: 'for (;;) {}' },
      'release/trial-failed',
    ],
    ['ends the process', { onLoad: 'process.exit(1)' }, 'release/trial-failed'],
    [
      'takes all memory',
      { onLoad: 'const all = []; for (;;) all.push(new Array(10000).fill(Math.random()))' },
      'release/trial-failed',
    ],
    [
      'blocks on a regular expression',
      { version: NEVER_ANSWERS, onLoad: "/^(a+)+$/.test('a'.repeat(60) + '!')" },
      'release/trial-failed',
    ],
    [
      'throws after it was loaded',
      { onLoad: "setTimeout(() => { throw new Error('late') }, 20)" },
      'release/trial-failed',
    ],
    ['leaves a promise rejected', { onLoad: "Promise.reject(new Error('left'))" }, 'release/trial-failed'],
    [
      'loops for ever when it is imported',
      { version: NEVER_ANSWERS, onImport: 'for (;;) {}' },
      'release/trial-failed',
    ],
    ['ends the process by its id', { onLoad: 'process.kill(process.pid, 0)' }, 'release/trial-failed'],
    [
      'ends the process and catches what it gets for it',
      { onLoad: 'try { process.exit(1) } catch {}' },
      'release/trial-failed',
    ],
    [
      'gives every object a property',
      { onLoad: 'Object.prototype.isBlank = () => true' },
      'release/changes-globals',
    ],
    [
      'changes a built-in when it renders',
      { render: "Date.now = () => 0; return '<p>version</p>'" },
      'release/changes-globals',
    ],
    [
      'changes a built-in after it was loaded',
      { onLoad: 'setTimeout(() => { JSON.parse = () => ({}) }, 20)' },
      'release/changes-globals',
    ],
    [
      'changes a built-in where it serves, and not in its trial',
      { onLoad: 'if (!process.chdir.disabled) Array.prototype.map = () => []' },
      'release/changes-globals',
    ],
    ['was built for another contract', { contract: '^2.0.0' }, 'release/contract-mismatch'],
    ['was built for a contract that is too old', { contract: '^1.0.0' }, 'release/contract-mismatch'],
  ])('refuses a release that %s, once, and keeps the live one', async (_what, options, code) => {
    const live = await start()
    const { version = '2.0.0' } = options
    await aLiveRelease(releases, { ...options, version, key })
    await live.refresh()
    await live.refresh()
    expect(markup(live)).toBe('<p>version 1.0.0</p>')
    expect(refusals()).toEqual([code])
    expect(live.failures().get('mfe-content')?.version).toBe(version)
  })

  it('refuses a release that keeps buffers for its memory, before its time is over', async () => {
    const live = await start()
    await aLiveRelease(releases, {
      version: '3.0.0',
      key,
      onLoad: 'const kept = Buffer.alloc(6e8, 1); for (;;) {}',
    })
    await live.refresh()
    await live.refresh()
    expect(markup(live)).toBe('<p>version 1.0.0</p>')
    expect(refusals()).toEqual(['release/trial-failed'])
    expect(live.failures().get('mfe-content')?.error?.details['reason']).toMatch(/^it took \d+ MB$/)
  })

  it('refuses a release whose style sheet reaches beyond its own markup, and says where', async () => {
    const live = await start()
    await aLiveRelease(releases, { version: '1.1.0', key, styles: '.own{color:red}body{display:none}' })
    await live.refresh()
    expect(markup(live)).toBe('<p>version 1.0.0</p>')
    expect(refusals()).toEqual(['release/styles-not-scoped'])
    expect(live.failures().get('mfe-content')?.error?.details).toMatchObject({
      problems: ['web/own.css: body'],
    })
    await aLiveRelease(releases, { version: '1.2.0', key, styles: '.own{color:red}' })
    await live.refresh()
    expect(markup(live)).toBe('<p>version 1.2.0</p>')
  })

  it('refuses a file that is not what its hash says, and keeps nothing of the release', async () => {
    const live = await start()
    const bad = aRelease(releases, { version: '1.2.0', key })
    writeFileSync(path.join(bad, 'node/remoteEntry.js'), 'process.exit(1)')
    await makeLive(releases, { 'mfe-content': '1.2.0' }, { signer: aSigner(key) })
    await live.refresh()
    expect(refusals()).toEqual(['release/file-invalid'])
    expect(markup(live)).toBe('<p>version 1.0.0</p>')
    expect(existsSync(path.join(folder, 'copies/mfe-content/1.2.0'))).toBe(false)
  })

  it('refuses a release that was signed with another key', async () => {
    const live = await start()
    const other = generateKeyPairSync('ed25519').privateKey
    await aLiveRelease(releases, { version: '1.3.0', key: other, documentKey: key })
    await live.refresh()
    expect(refusals()).toEqual(['release/signature-invalid'])
  })

  it('makes a new copy when its files were changed', async () => {
    await start()
    const copy = path.join(folder, 'copies/mfe-content/1.0.0/node/remoteEntry.js')
    writeFileSync(copy, 'process.exit(1)')
    expect(markup(await start())).toBe('<p>version 1.0.0</p>')
    expect(readFileSync(copy, 'utf8')).toContain('version 1.0.0')
  })

  it('makes one copy when several shells that share the folder start at once', async () => {
    const shells = await Promise.all([start(), start(), start()])
    expect(shells.map(markup)).toEqual(Array(3).fill('<p>version 1.0.0</p>'))
    expect(refusals()).toEqual([])
    expect(readdirSync(path.join(folder, 'copies/mfe-content'))).toEqual(['1.0.0'])
  })

  it('makes a copy anew when a part of it is gone', async () => {
    await start()
    const copy = path.join(folder, 'copies/mfe-content/1.0.0')
    rmSync(path.join(copy, 'release.json'))
    expect(markup(await start())).toBe('<p>version 1.0.0</p>')
    expect(existsSync(path.join(copy, 'release.json'))).toBe(true)
  })

  it('serves from its own copies when the release store is unreachable, and logs that', async () => {
    const live = await start()
    rmSync(releases, { recursive: true })
    await live.refresh()
    expect(markup(live)).toBe('<p>version 1.0.0</p>')
    expect(storeErrors).toEqual(['release/store-unreachable'])
  })

  it('leaves everything as it is when the release document is garbage', async () => {
    const live = await start()
    writeFileSync(
      path.join(releases, 'releases.json'),
      '{"schema":1,"apps":{"../../etc":{"live":"1","previous":[]}}}',
    )
    await live.refresh()
    expect(markup(live)).toBe('<p>version 1.0.0</p>')
    expect(storeErrors).toEqual(['release/document-invalid'])
  })

  it('refuses a release whose route or content type another live remote has, and says which', async () => {
    const claim = { staticRoutes: [{ path: '/search/:facet?', view: 'page', hydrate: 'never' as const }] }
    await aLiveRelease(releases, { app: 'mfe-search', manifest: claim, key })
    const live = await start()
    const contentTypes = [{ contentTypeId: 'news', view: 'page', hydrate: 'never' as const }]
    const staticRoutes = [{ path: '/search', view: 'page', hydrate: 'never' as const }]
    await aLiveRelease(releases, { version: '1.1.0', manifest: { staticRoutes, contentTypes }, key })
    await live.refresh()
    expect(markup(live)).toBe('<p>version 1.0.0</p>')
    expect(live.failures().get('mfe-content')?.error?.toJSON().code).toBe('release/collision')
    expect(live.failures().get('mfe-content')?.error?.details).toEqual({
      app: 'mfe-content',
      collisions: ['the route "/search" collides with the route "/search/:facet?" of mfe-search'],
    })
  })

  it('lets a route move from one remote to another within one change of the release document', async () => {
    const staticRoutes = [{ path: '/moved', view: 'page', hydrate: 'never' as const }]
    await aLiveRelease(releases, { app: 'mfe-search', manifest: { staticRoutes }, key })
    const live = await start()
    // mfe-content is tried first, while mfe-search still has the route.
    await aLiveRelease(releases, { version: '1.1.0', manifest: { staticRoutes }, key })
    await aLiveRelease(releases, { app: 'mfe-search', version: '1.1.0', key })
    await live.refresh()
    expect(live.snapshot().table.staticRoutes.map(({ path, remote }) => [path, remote])).toEqual([
      ['/moved', 'mfe-content'],
    ])
    expect([...live.failures()]).toEqual([])
  })

  it('refuses a release whose manifest contradicts itself', async () => {
    const live = await start()
    const contentTypes = [
      { contentTypeId: 'news', view: 'page', hydrate: 'never' as const, entryMapper: 'nowhere' },
    ]
    await aLiveRelease(releases, { version: '1.1.0', manifest: { contentTypes }, key })
    await live.refresh()
    expect(markup(live)).toBe('<p>version 1.0.0</p>')
    expect(refusals()).toEqual(['release/manifest-invalid'])
  })

  it('starts without a remote that cannot be loaded', async () => {
    await aLiveRelease(releases, { app: 'mfe-search', onLoad: 'throw new Error("x")', key })
    const live = await start()
    expect([...live.snapshot().remotes.keys()]).toEqual(['mfe-content'])
  })
})
