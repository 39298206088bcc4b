import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DOCUMENT_FILE, type ReleaseDocument } from '../../shell/release-document/release-document.server.ts'
import { keyText } from '../../shell/release-document/trust.server.ts'
import { SIGNATURE_FILE } from '../../shell/releases/release-store.server.ts'
import { aLiveRelease, aRelease, aSigner } from '../../shell/releases/testing/a-release.ts'
import { addKey, revokeKey } from './change-trust.ts'
import { goBack, goBackTo, goLive } from './go-live.ts'
import { startCanary } from './run-canary.ts'

const aKey = () => generateKeyPairSync('ed25519').privateKey
const [key, team] = [aKey(), aKey()]
const signer = aSigner(key)
const app = 'mfe-content'
let folder: string
let releases: string

/** One release by the team, then one by the site, both made live in turn; no shell runs. */
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'signatures-'))
  releases = path.join(folder, 'store')
  await aLiveRelease(releases, { app: 'shell', key })
  await aLiveRelease(releases, { version: '1.0.0', key })
  await addKey(releases, app, keyText(team), { signer })
  aRelease(releases, { version: '1.1.0', key: team })
  await goLive(releases, app, '1.1.0', say, { signer })
  aRelease(releases, { version: '1.2.0', key })
  await goLive(releases, app, '1.2.0', say, { signer })
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const say = () => undefined
const documentText = () => readFileSync(path.join(releases, DOCUMENT_FILE), 'utf8')
const liveVersion = () => (JSON.parse(documentText()) as ReleaseDocument).apps[app]?.live
const refusalOf = (made: Promise<void>): Promise<string> =>
  made.then(
    () => 'it was named',
    (error: unknown) => (error as Error).message,
  )

describe('a release that no shell would take', () => {
  const changes: readonly (readonly [string, () => Promise<void>])[] = [
    ['going live', () => goLive(releases, app, '1.1.0', say, { signer })],
    ['going back', () => goBack(releases, app, say, { signer })],
    ['going back to a moment', () => goBackTo(releases, app, 4, say, { signer })],
    [
      'a canary',
      () =>
        startCanary(releases, app, { version: '1.1.0', percent: 10, bar: { rate: 0.05, fewest: 5 } }, say, {
          signer,
        }),
    ],
  ]
  it.each(changes)('since its key was revoked is not named: %s', async (what, change) => {
    await revokeKey(releases, keyText(team), { signer, why: 'stolen' })
    const before = documentText()
    const refusal = await refusalOf(change())
    if (what === 'going back') return expect([refusal, liveVersion()]).toEqual(['it was named', '1.0.0']) // the release before it
    expect(refusal.split('\n')).toEqual([
      'mfe-content 1.1.0 is not signed by a key that may release mfe-content now. Nothing has changed.',
      expect.stringMatching(/^ {2}its key was revoked at \S+ by Test: stolen$/),
      expect.stringContaining('npm run release -- log --remote mfe-content'),
    ])
    expect(documentText()).toBe(before)
  })

  it('is explained to a team without commands that its repository lacks', async () => {
    await revokeKey(releases, keyText(team), { signer, why: 'stolen' })
    const refusal = await refusalOf(
      goLive(releases, app, '1.1.0', say, { signer: { ...signer, isTeam: true } }),
    )
    expect(refusal).toMatch(/\nWhat to do: release it anew with a key of mfe-content\.$/)
  })

  it.each(changes)('since nobody knows its key is not named: %s', async (_what, change) => {
    aRelease(releases, { version: '1.1.0', key: aKey() })
    const before = documentText()
    expect(await refusalOf(change())).toContain('  this site does not know its key')
    expect(documentText()).toBe(before)
  })

  it.each(changes)('since it is not in the store is not named: %s', async (_what, change) => {
    rmSync(path.join(releases, app, '1.1.0', SIGNATURE_FILE))
    const before = documentText()
    expect(await refusalOf(change())).toMatch(/^mfe-content 1\.1\.0 is not in .*: release it anew/)
    expect(documentText()).toBe(before)
  })

  it.each(changes)('is named when its key may release it: %s', async (_what, change) => {
    expect(await refusalOf(change())).toBe('it was named')
  })
})
