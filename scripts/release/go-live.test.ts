import { generateKeyPairSync } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { until } from '@tessera/shared/testing'
import { digestOf } from '../../shell/release-document/release-document.server.ts'
import { aLiveRelease, aRelease, aSigner } from '../../shell/releases/testing/a-release.ts'
import { REPORTS_FOLDER, type ShellReport } from '../../shell/reports/shell-report.server.ts'
import { readHistory } from './change-document.ts'
import { describeHistory } from './describe-history.ts'
import { goBack, goBackTo, goLive } from './go-live.ts'
import { freeze, nameCandidate, unfreeze } from './make-live.ts'
import { aReportingShell } from './testing/a-reporting-shell.ts'

const { privateKey: key, publicKey } = generateKeyPairSync('ed25519')
const signer = aSigner(key)
const app = 'mfe-content'
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
const documentApps = () =>
  (JSON.parse(readFileSync(path.join(releases, 'releases.json'), 'utf8')) as { apps: object }).apps
const liveNow = () => (documentApps() as Record<string, { readonly live: string }>)[app]?.live
const refusalOf = (made: Promise<void>): Promise<string> =>
  made.then(
    () => 'it went live',
    (error: unknown) => (error as Error).message,
  )

const aShellProcess = async (): Promise<void> =>
  void ends.push(
    (await aReportingShell(releases, publicKey, path.join(folder, 'copies'), { hasTrials: true })).stop,
  )

/** Writes the report of another process, so many seconds ago. */
function anotherReport(more: Partial<ShellReport>, secondsAgo = 0): void {
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
  const file = path.join(releases, REPORTS_FOLDER, 'other-7.json')
  writeFileSync(file, JSON.stringify(report))
  const writtenAt = Date.now() / 1_000 - secondsAgo
  utimesSync(file, writtenAt, writtenAt)
}

describe('going live', () => {
  it('is reported when every running shell serves the release, each with address and process', async () => {
    await aShellProcess()
    aRelease(releases, { version: '1.1.0', key })
    await goLive(releases, app, '1.1.0', say, { signer })
    expect(said).toEqual([
      'mfe-content 1.1.0 is live',
      expect.stringMatching(
        new RegExp(`^ {2}taken by https://site\\.example \\(process ${process.pid} on .+\\)$`),
      ),
    ])
    await goBack(releases, app, say, { signer })
    expect(said).toContain('mfe-content 1.0.0 is live')
  })

  it('succeeds when no shell runs, which is reported', async () => {
    aRelease(releases, { version: '1.1.0', key })
    await goLive(releases, app, '1.1.0', say, { signer })
    expect(said).toEqual([
      'mfe-content 1.1.0 is live',
      `No shell runs from ${releases}: the first that starts will try it.`,
    ])
  })

  it('fails when a shell refuses the release: its reason is reported, and the document is restored', async () => {
    await aShellProcess()
    const before = documentApps()
    aRelease(releases, { version: '1.1.0', key, onImport: 'null.x' })
    const refusal = await refusalOf(goLive(releases, app, '1.1.0', say, { signer }))
    expect(refusal.split('\n')).toEqual([
      'mfe-content 1.1.0 is not released; 1.0.0 stays live.',
      'Why: 1 of 1 shell processes have not taken it. The release document names again what it named before.',
      expect.stringMatching(/^ {2}refused by https:\/\/site\.example/),
      '    The server half of a release could not be loaded. (release/not-loadable)',
      "    Cannot read properties of null (reading 'x')",
      '    it runs 1.0.0',
      'What to do: Mend what the shells say, and release again; their logs have the stacks.',
    ])
    expect(documentApps()).toEqual(before)
    expect(said).toEqual([])
  })

  it('takes the first release of a remote out of the document when a shell refuses it', async () => {
    await aShellProcess()
    const before = documentApps()
    aRelease(releases, { app: 'mfe-search', version: '1.0.0', key, onLoad: 'null.x' })
    const refusal = await refusalOf(goLive(releases, 'mfe-search', '1.0.0', say, { signer }))
    expect(refusal).toContain('mfe-search 1.0.0 is not released; no release of it is live.')
    expect(refusal).toContain('it runs no release of it')
    expect(documentApps()).toEqual(before)
  })

  it('fails when a running shell does not report in time, though another one serves the release', async () => {
    await aShellProcess()
    const before = documentApps()
    anotherReport({ apps: { [app]: { live: '1.0.0', refused: null } } })
    aRelease(releases, { version: '1.1.0', key })
    const refusal = await refusalOf(goLive(releases, app, '1.1.0', say, { signer, deadlineMs: SHORT_MS }))
    expect(refusal).toContain('nothing said in time by https://site.example (process 7 on other)')
    expect(documentApps()).toEqual(before)
  })

  it('fails when a running shell ends meanwhile without a replacement, and not when it is replaced', async () => {
    anotherReport({ apps: { [app]: { live: '1.0.0', refused: null } } })
    const before = documentApps()
    aRelease(releases, { version: '1.1.0', key })
    const isNamed = () => liveNow() === '1.1.0'
    const lost = refusalOf(goLive(releases, app, '1.1.0', say, { signer, deadlineMs: SHORT_MS }))
    await until(isNamed)
    rmSync(path.join(releases, REPORTS_FOLDER, 'other-7.json'))
    const refusal = await lost
    expect(refusal).toContain('mfe-content 1.1.0 is not released; 1.0.0 stays live.')
    expect(refusal).toContain(
      'ended since then, with none in its place: https://site.example (process 7 on other)',
    )
    expect(documentApps()).toEqual(before)

    anotherReport({})
    const replaced = refusalOf(goLive(releases, app, '1.1.0', say, { signer, deadlineMs: SHORT_MS }))
    await until(isNamed)
    anotherReport({
      pid: 8,
      document: digestOf(readFileSync(path.join(releases, 'releases.json'))),
      apps: { [app]: { live: '1.1.0', refused: null } },
    })
    expect(await replaced).toBe('it went live')
  })

  it('stops when a shell refuses the release, and reports which shells were not awaited', async () => {
    await aShellProcess()
    anotherReport({})
    aRelease(releases, { version: '1.1.0', key, onImport: 'null.x' })
    const refusal = await refusalOf(goLive(releases, app, '1.1.0', say, { signer }))
    expect(refusal).toContain('2 of 2 shell processes have not taken it')
    expect(refusal).toContain('not waited for: https://site.example (process 7 on other)')
    expect(refusal).not.toContain('nothing said in time')
  })

  it('does not wait for a process that was killed, and deletes its report', async () => {
    await aShellProcess()
    anotherReport({}, 60)
    aRelease(releases, { version: '1.1.0', key })
    await goLive(releases, app, '1.1.0', say, { signer })
    expect(said[0]).toBe('mfe-content 1.1.0 is live')
    expect(readdirSync(path.join(releases, REPORTS_FOLDER))).not.toContain('other-7.json')
  })

  it('leaves no report of a process that ended normally', async () => {
    await aShellProcess()
    for (const end of ends.splice(0)) await end()
    expect(readdirSync(path.join(releases, REPORTS_FOLDER))).toEqual([])
  })
})

describe('going back to a moment', () => {
  /** A time, once it is over: a document of the same millisecond would belong to it. */
  const pastMoment = (): Date => {
    const moment = new Date()
    while (Date.now() <= moment.getTime()) continue
    return moment
  }
  const live = () =>
    Object.fromEntries(
      Object.entries(documentApps()).map(([name, entry]) => [name, (entry as { live: string }).live]),
    )

  it('restores what was live then, of one remote or of the whole site, and waits for the shells', async () => {
    await aLiveRelease(releases, { app: 'mfe-search', version: '5.0.0', key })
    const then = pastMoment()
    await aLiveRelease(releases, { version: '1.1.0', key })
    await aLiveRelease(releases, { app: 'mfe-search', version: '5.1.0', key })
    await aShellProcess()
    await goBackTo(releases, app, then, say, { signer, why: 'too slow' })
    expect(live()).toEqual({ shell: '1.0.0', [app]: '1.0.0', 'mfe-search': '5.1.0' })
    expect(said).toEqual(['mfe-content 1.0.0 is live', expect.stringContaining('taken by')])
    await goBackTo(releases, null, 5, say, { signer })
    expect(live()).toEqual({ shell: '1.0.0', [app]: '1.1.0', 'mfe-search': '5.1.0' })
    await goBackTo(releases, null, then, say, { signer })
    expect(live()).toEqual({ shell: '1.0.0', [app]: '1.0.0', 'mfe-search': '5.0.0' })
    expect(describeHistory(await readHistory(releases, signer), 'mfe-search')).toEqual([
      expect.stringMatching(
        /^8 {2}\S+ {2}mfe-content 1\.0\.0, mfe-search 5\.0\.0 live again {2}\(Test on here\)$/,
      ),
      '     why: back to number 3.',
      '     mfe-search: 5.1.0 -> 5.0.0',
      expect.stringMatching(/^5 {2}/),
      '     mfe-search: 5.0.0 -> 5.1.0',
      expect.stringMatching(/^3 {2}/),
      '     mfe-search: none -> 5.0.0',
    ])
  })

  it('restores the whole site or nothing: if a shell refuses one remote, all are reverted', async () => {
    const second = 'mfe-search'
    await aLiveRelease(releases, { app: second, version: '5.0.0', key })
    const then = pastMoment()
    await aLiveRelease(releases, { version: '1.1.0', key })
    await aLiveRelease(releases, { app: second, version: '5.1.0', key })
    aRelease(releases, { app: second, version: '5.0.0', key, onLoad: 'null.x' })
    await aShellProcess()
    const before = documentApps()
    const refusal = await refusalOf(goBackTo(releases, null, then, say, { signer }))
    expect(refusal).toContain('mfe-search 5.0.0 is not released; 5.1.0 stays live.')
    expect(documentApps()).toEqual(before)
    expect(said).toEqual([])
    expect(describeHistory(await readHistory(releases, signer))[0]).toContain(
      'mfe-content 1.0.0, mfe-search 5.0.0 taken back',
    )
  })

  it('reports when nothing is known about it, and when nothing was different', async () => {
    expect(await refusalOf(goBackTo(releases, null, new Date(0), say, { signer }))).toContain(
      'The record has no entry for that time',
    )
    await goBackTo(releases, null, new Date(), say, { signer })
    expect(said).toEqual(['Nothing was different at number 2.'])
  })

  it.each(['mfe-nope', 'constructor'])('is refused of a remote that was not live then: %s', async (name) => {
    expect(await refusalOf(goBackTo(releases, name, 2, say, { signer }))).toContain(
      `${name} was not live at number 2`,
    )
  })
})

describe('a freeze', () => {
  it('refuses releases with who froze them and why, and allows rollbacks', async () => {
    await aLiveRelease(releases, { version: '1.1.0', key })
    await freeze(releases, { signer, why: 'election night' })
    aRelease(releases, { version: '1.2.0', key })
    const refusal = await refusalOf(goLive(releases, app, '1.2.0', say, { signer }))
    expect(refusal).toMatch(/^Releases are frozen since \S+ by Test: election night\./)
    expect(refusal).toContain('`npm run release -- unfreeze` ends it.')
    await expect(nameCandidate(releases, app, '1.2.0', { signer })).rejects.toThrow('election night')
    const team = { ...signer, isTeam: true }
    expect(await refusalOf(goLive(releases, app, '1.2.0', say, { signer: team }))).toMatch(
      /election night\. Whoever runs the site ends it\.$/,
    )
    await expect(freeze(releases, { signer: { ...signer, by: 'Another' }, why: 'me too' })).rejects.toThrow(
      'by Test: election night',
    )
    await goBack(releases, app, say, { signer })
    await goBackTo(releases, null, 3, say, { signer })
    expect(said.filter((line) => line.endsWith('is live'))).toEqual([
      'mfe-content 1.0.0 is live',
      'mfe-content 1.1.0 is live',
    ])
    await unfreeze(releases, { signer })
    await expect(unfreeze(releases, { signer })).rejects.toThrow('Releases are not frozen.')
    await goLive(releases, app, '1.2.0', say, { signer })
    expect(describeHistory(await readHistory(releases, signer))).toContain('     frozen: election night')
  })
})
