import { generateKeyPairSync } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import {
  historyFile,
  signDocument,
  type ReleaseDocument,
} from '../release-document/release-document.server.ts'
import { createAcceptedSet } from '../reports/accepted-set.server.ts'
import { createFederationHost } from './federation-host.server.ts'
import { createLiveReleases, type LiveReleases } from './live-releases.server.ts'
import { createReleaseStore } from './release-store.server.ts'
import { aLiveRelease } from './testing/a-release.ts'
import { tryCandidate } from './try-candidate.server.ts'
import { createVerifiedCopies } from './verified-copy.server.ts'

const { privateKey: key, publicKey } = generateKeyPairSync('ed25519')
const login = { staticRoutes: [{ path: '/account/login', view: 'page', hydrate: 'never' as const }] }
let folder: string
let releases: string
let storeErrors: string[]

/** A release store in which search and account are live. */
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'starts-'))
  releases = path.join(folder, 'store')
  storeErrors = []
  await aLiveRelease(releases, { app: 'shell', key })
  await aLiveRelease(releases, { app: 'mfe-search', version: '1.0.0', key })
  await aLiveRelease(releases, { app: 'mfe-account', version: '1.0.0', key, manifest: login })
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Starts a shell with its own data folder. */
function start(machine: string): Promise<LiveReleases> {
  const store = createReleaseStore(releases, publicKey)
  const own = path.join(folder, machine)
  return createLiveReleases({
    store,
    copies: createVerifiedCopies(path.join(own, 'copies'), store),
    accepted: createAcceptedSet(path.join(own, 'accepted.json'), () => undefined),
    host: createFederationHost(),
    tryCandidate: (candidate) => tryCandidate(candidate, 30_000),
    now: () => new Date(0),
    onEvent: () => undefined,
    onStore: (failure) => failure && storeErrors.push(failure.error.code),
  })
}

const live = (shell: LiveReleases) =>
  Object.fromEntries([...shell.snapshot().remotes].map(([app, { release }]) => [app, release.version]))
const BEFORE = { 'mfe-search': '1.0.0', 'mfe-account': '1.0.0' }

/** Shells, by whether they have served before they start. */
const MACHINES = [
  ['that has served before', true],
  ['that has never served', false],
] as const

describe('a shell starts as it ran', () => {
  it.each(MACHINES)(
    '%s: a release that took another remote’s route is refused again',
    async (_what, hasServed) => {
      if (hasServed) await start('machine')
      await aLiveRelease(releases, { app: 'mfe-search', version: '2.0.0', key, manifest: login })
      const shell = await start('machine')
      expect(live(shell)).toEqual(BEFORE)
      expect(shell.snapshot().table.staticRoutes.map(({ remote }) => remote)).toEqual(['mfe-account'])
      expect(shell.failures().get('mfe-search')).toMatchObject({
        version: '2.0.0',
        error: { code: 'release/collision' },
      })
      expect(shell.missing()).toEqual([])
    },
  )

  it.each(MACHINES)(
    '%s: one that is wrongly signed gives way to the one before',
    async (_what, hasServed) => {
      if (hasServed) await start('machine')
      const other = generateKeyPairSync('ed25519').privateKey
      await aLiveRelease(releases, { app: 'mfe-search', version: '2.0.0', key: other, documentKey: key })
      const shell = await start('machine')
      await shell.refresh()
      expect(live(shell)).toEqual(BEFORE)
      expect(shell.failures().get('mfe-search')).toMatchObject({
        version: '2.0.0',
        error: { code: 'release/signature-invalid' },
      })
    },
  )

  it('with its own set and copies when the document is missing or garbage, and logs that', async () => {
    await start('machine')
    writeFileSync(path.join(releases, 'releases.json'), '{"schema":')
    expect(live(await start('machine'))).toEqual(BEFORE)
    rmSync(releases, { recursive: true })
    expect(live(await start('machine'))).toEqual(BEFORE)
    expect(storeErrors).toEqual(['release/document-invalid', 'release/store-unreachable'])
    await expect(start('another machine')).rejects.toMatchObject({ code: 'release/store-unreachable' })
  })

  it('and follows the document that has changed meanwhile', async () => {
    await start('machine')
    await aLiveRelease(releases, { app: 'mfe-search', version: '2.0.0', key })
    expect(live(await start('machine'))).toEqual({ ...BEFORE, 'mfe-search': '2.0.0' })
  })

  it('and follows its release store although it cannot save what is live', async () => {
    mkdirSync(path.join(folder, 'machine', 'accepted.json'), { recursive: true })
    const shell = await start('machine')
    await aLiveRelease(releases, { app: 'mfe-search', version: '2.0.0', key })
    await shell.refresh()
    expect(live(shell)).toEqual({ ...BEFORE, 'mfe-search': '2.0.0' })
    expect([shell.storeFailure(), storeErrors]).toEqual([null, []])
  })

  it('and names a remote that is missing because no release of it is available', async () => {
    await aLiveRelease(releases, { app: 'mfe-forms', version: '1.0.0', key, onLoad: 'null.x' })
    expect((await start('machine')).missing()).toEqual(['mfe-forms'])
  })
})

describe('a shell follows no release document', () => {
  const documentFile = () => path.join(releases, 'releases.json')
  const NOW = { ...BEFORE, 'mfe-search': '2.0.0' }
  const lastError = async (shell: LiveReleases): Promise<string | undefined> => {
    await shell.refresh()
    expect(live(shell)).toEqual(NOW)
    return shell.storeFailure()?.error.code
  }

  it('that is older than the last one or another of the same number, even after a restart', async () => {
    const old = readFileSync(documentFile())
    await aLiveRelease(releases, { app: 'mfe-search', version: '2.0.0', key })
    const current = readFileSync(documentFile())
    const shell = await start('machine')
    writeFileSync(documentFile(), old)
    expect(await lastError(shell)).toBe('release/document-stale')
    expect(await lastError(await start('machine'))).toBe('release/document-stale')
    writeFileSync(documentFile(), current)
    expect(await lastError(shell)).toBeUndefined()
    rmSync(path.join(releases, historyFile(4)))
    writeFileSync(documentFile(), old)
    await aLiveRelease(releases, { app: 'mfe-search', version: '0.9.0', key })
    expect(await lastError(shell)).toBe('release/document-stale')
  })

  it('that is signed with another key, changed, or not signed', async () => {
    await aLiveRelease(releases, { app: 'mfe-search', version: '2.0.0', key })
    const valid = readFileSync(documentFile(), 'utf8')
    const shell = await start('machine')
    const { signature: _signature, ...unsigned } = JSON.parse(valid) as ReleaseDocument & {
      signature: string
    }
    const other = generateKeyPairSync('ed25519').privateKey
    for (const [document, code] of [
      [signDocument({ ...unsigned, sequence: 9 }, other), 'release/document-forged'],
      [valid.replace('"live": "2.0.0"', '"live": "1.0.0"'), 'release/document-forged'],
      [valid.replace('"sequence": 4', '"sequence": 9'), 'release/document-forged'],
      [JSON.stringify(unsigned), 'release/document-forged'],
      [JSON.stringify({ ...unsigned, schema: 1 }), 'release/document-unsigned'],
    ] as const) {
      expect(document.toString()).not.toBe(valid)
      writeFileSync(documentFile(), document)
      expect(await lastError(shell)).toBe(code)
    }
  })
})
