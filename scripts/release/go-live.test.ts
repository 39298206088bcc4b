import { generateKeyPairSync } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createFederationHost } from '../../shell/releases/federation-host.server.ts'
import { createLiveReleases } from '../../shell/releases/live-releases.server.ts'
import { createReleaseStore, pollReleases } from '../../shell/releases/release-store.server.ts'
import { aLiveRelease, aRelease } from '../../shell/releases/testing/a-release.ts'
import { tryCandidate } from '../../shell/releases/try-candidate.server.ts'
import { createVerifiedCopies } from '../../shell/releases/verified-copy.server.ts'
import { REPORTS_FOLDER, startReports, type ShellReport } from '../../shell/verdicts/shell-report.server.ts'
import { goBack, goLive } from './go-live.ts'

const { privateKey: key, publicKey } = generateKeyPairSync('ed25519')
const app = 'mfe-content'
const POLL_MS = 20
const SHORT_MS = 300
let folder: string
let releases: string
let said: string[]
let ends: (() => Promise<void> | void)[]

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'go-live-'))
  releases = path.join(folder, 'store')
  said = []
  ends = []
  await aLiveRelease(releases, { app: 'shell', key })
  await aLiveRelease(releases, { version: '1.0.0', key })
})
afterEach(async () => {
  for (const end of ends) await end()
  rmSync(folder, { recursive: true, force: true })
})

const say = (line: string): void => void said.push(line)
const documentText = () => readFileSync(path.join(releases, 'releases.json'), 'utf8')
const refusalOf = (made: Promise<void>): Promise<string> =>
  made.then(
    () => 'it went live',
    (error: unknown) => (error as Error).message,
  )

/** The live releases of a shell, polled and reported as a shell process does it. */
async function aShellProcess(): Promise<void> {
  const store = createReleaseStore(releases)
  const live = await createLiveReleases({
    store,
    copies: createVerifiedCopies(path.join(folder, 'copies'), store, publicKey),
    host: createFederationHost(),
    tryCandidate: (candidate) => tryCandidate(candidate, 30_000),
    now: () => new Date(0),
    onEvent: () => undefined,
    onStoreError: () => undefined,
  })
  ends.push(pollReleases(live, POLL_MS))
  const reporting = { releases: live, url: 'https://site.example' }
  ends.push(
    await startReports(path.join(releases, REPORTS_FOLDER), reporting, { everyMs: POLL_MS, onError: fail }),
  )
}

const fail = (error: unknown): never => {
  throw error
}

/** What another process has said, or said so long ago that it has gone. */
function anotherReport(more: Partial<ShellReport>): void {
  const report = {
    schema: 1,
    host: 'other',
    pid: 7,
    url: 'https://site.example',
    seenAt: new Date().toISOString(),
    document: null,
    apps: {},
    ...more,
  }
  mkdirSync(path.join(releases, REPORTS_FOLDER), { recursive: true })
  writeFileSync(path.join(releases, REPORTS_FOLDER, 'other-7.json'), JSON.stringify(report))
}

describe('going live', () => {
  it('is said when every running shell has taken the release, each by its address and process', async () => {
    await aShellProcess()
    aRelease(releases, { version: '1.1.0', key })
    await goLive(releases, app, '1.1.0', say)
    expect(said).toEqual([
      'mfe-content 1.1.0 is live',
      expect.stringMatching(
        new RegExp(`^ {2}taken by https://site\\.example \\(process ${process.pid} on .+\\)$`),
      ),
    ])
    await goBack(releases, app, say)
    expect(said).toContain('mfe-content 1.0.0 is live')
  })

  it('is no failure where no shell runs, which is said', async () => {
    aRelease(releases, { version: '1.1.0', key })
    await goLive(releases, app, '1.1.0', say)
    expect(said).toEqual([
      'mfe-content 1.1.0 is live',
      `No shell runs from ${releases}: the first that starts will try it.`,
    ])
  })

  it('fails when a shell refuses the release: its reason is said, and the document is as it was', async () => {
    await aShellProcess()
    const before = documentText()
    aRelease(releases, { version: '1.1.0', key: generateKeyPairSync('ed25519').privateKey })
    const refusal = await refusalOf(goLive(releases, app, '1.1.0', say))
    expect(refusal.split('\n')).toEqual([
      'mfe-content 1.1.0 is not released; 1.0.0 stays live.',
      'Why: 1 of 1 shell processes have not taken it. The release document is as it was before.',
      expect.stringMatching(/^ {2}refused by https:\/\/site\.example/),
      '    A release is not signed by a key that this shell trusts. (release/signature-invalid)',
      '    it runs 1.0.0',
      'What to do: Mend what the shells say, and release again; their logs have the stacks.',
    ])
    expect(documentText()).toBe(before)
    expect(said).toEqual([])
  })

  it('takes the first release of a remote out of the document when a shell refuses it', async () => {
    await aShellProcess()
    const before = documentText()
    aRelease(releases, { app: 'mfe-search', version: '1.0.0', key, onLoad: 'null.x' })
    const refusal = await refusalOf(goLive(releases, 'mfe-search', '1.0.0', say))
    expect(refusal).toContain('mfe-search 1.0.0 is not released; no release of it is live.')
    expect(refusal).toContain('it runs no release of it')
    expect(documentText()).toBe(before)
  })

  it('fails when a shell that runs says nothing in time, though another one has taken the release', async () => {
    await aShellProcess()
    const before = documentText()
    anotherReport({ apps: { [app]: { live: '1.0.0', refused: null } } })
    aRelease(releases, { version: '1.1.0', key })
    const refusal = await refusalOf(goLive(releases, app, '1.1.0', say, { deadlineMs: SHORT_MS }))
    expect(refusal).toContain('nothing said in time by https://site.example (process 7 on other)')
    expect(documentText()).toBe(before)
  })

  it('does not wait for a process that has gone without a word, and takes its report away', async () => {
    await aShellProcess()
    anotherReport({ seenAt: new Date(Date.now() - 60_000).toISOString() })
    aRelease(releases, { version: '1.1.0', key })
    await goLive(releases, app, '1.1.0', say)
    expect(said[0]).toBe('mfe-content 1.1.0 is live')
    expect(readdirSync(path.join(releases, REPORTS_FOLDER))).not.toContain('other-7.json')
  })

  it('leaves no report of a process that ends as it should', async () => {
    await aShellProcess()
    for (const end of ends.splice(0)) await end()
    expect(readdirSync(path.join(releases, REPORTS_FOLDER))).toEqual([])
  })
})
