import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { until } from '@tessera/shared/testing'
import { aLiveRelease, aRelease, aSigner } from '../../shell/releases/testing/a-release.ts'
import { releaseStorage } from '../../shell/release-storage/release-storage.server.ts'
import { readReports, REPORTS_FOLDER } from '../../shell/reports/shell-report.server.ts'
import { readDocument, readHistory } from './change-document.ts'
import { describeHistory } from './describe-history.ts'
import { goBack } from './go-live.ts'
import { freeze, makeLive } from './make-live.ts'
import { haltCanary, promoteCanary, startCanary } from './run-canary.ts'
import type { Signer } from './signer.ts'
import { aReportingShell } from './testing/a-reporting-shell.ts'

const { privateKey: key, publicKey } = generateKeyPairSync('ed25519')
const signer = aSigner(key)
const app = 'mfe-content'
const CANARY = { version: '1.1.0', percent: 10, bar: { rate: 0.05, fewest: 5 } }
let folder: string
let releases: string
let said: string[]
let shell: Awaited<ReturnType<typeof aReportingShell>>

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'canary-'))
  releases = path.join(folder, 'store')
  said = []
  await aLiveRelease(releases, { app: 'shell', key })
  await aLiveRelease(releases, { version: '1.0.0', key })
  aRelease(releases, { version: '1.1.0', key })
  shell = await aReportingShell(releases, publicKey, path.join(folder, 'copies'))
})
afterEach(async () => {
  await shell.stop()
  rmSync(folder, { recursive: true, force: true })
})

const say = (line: string): void => void said.push(line)
const entry = async () => (await readDocument(releases)).apps[app]
const start = (more: Partial<typeof CANARY> = {}) =>
  startCanary(releases, app, { ...CANARY, ...more }, say, { signer, why: 'to see' })
/** Record a number of failures for a visitor of the canary. */
const fail = (times: number): void => {
  const seen = shell.canaries.seenBy(0)
  for (let count = 0; count < times; count += 1) shell.canaries.failed(seen, app, 'server')
}

describe('a canary by command', () => {
  it('is reported when every shell serves it; the live release stays live for other visitors, and the record has who and why', async () => {
    await start()
    expect(said).toEqual([
      'mfe-content 1.1.0 is a canary: 10 % of the visitors see it',
      '  shells halt it when more than 5 % more of its pages fail than of the live release, from 5 failures on',
      expect.stringContaining('  taken by https://site.example'),
    ])
    const named = await entry()
    expect(named).toMatchObject({ live: '1.0.0', candidates: ['1.1.0'], canary: CANARY })
    const versionFor = (bucket: number) => shell.canaries.seenBy(bucket).remotes.get(app)?.release.version
    expect([versionFor(9), versionFor(10)]).toEqual(['1.1.0', '1.0.0'])
    const lines = describeHistory(await readHistory(releases, signer), app)
    expect(lines.slice(0, 3)).toEqual([
      expect.stringMatching(/ {2}mfe-content 1\.1\.0 a canary for 10 % {2}\(Test on here\)$/),
      '     why: to see',
      '     mfe-content: 1.0.0 -> 1.0.0 (canary 1.1.0 for 10 %) (candidates 1.1.0)',
    ])
  })

  it('is live for everybody once it is promoted', async () => {
    await start()
    await promoteCanary(releases, app, say, { signer })
    expect(said).toContain('mfe-content 1.1.0 is live')
    const after = await entry()
    expect(after).toMatchObject({ live: '1.1.0', previous: ['1.0.0'], candidates: [] })
    expect(after).not.toHaveProperty('canary')
    await expect(promoteCanary(releases, app, say, { signer })).rejects.toThrow('mfe-content has no canary')
  })

  it('is served to nobody once it is halted, which is reported when every shell has seen that', async () => {
    await start()
    await haltCanary(releases, app, say, { signer })
    expect(said.at(-2)).toBe('mfe-content 1.1.0 is halted: everybody sees 1.0.0')
    expect(shell.canaries.isRunning()).toBe(false)
    expect(await entry()).toMatchObject({ live: '1.0.0', candidates: ['1.1.0'] })
    await expect(haltCanary(releases, app, say, { signer })).rejects.toThrow('mfe-content has no canary')
  })

  it('is reverted when a shell refuses it: its reason is reported', async () => {
    const render = `return '<p>another</p>'`
    aRelease(releases, { version: '1.2.0', key, render })
    const refusal = await start({ version: '1.2.0' }).catch((error: unknown) => (error as Error).message)
    expect(refusal).toContain('mfe-content 1.2.0 is not released; 1.0.0 stays live.')
    expect(refusal).toContain('release/fixture-failed')
    expect(await entry()).not.toHaveProperty('canary')
  })

  it('is reverted when a running shell ends meanwhile without a replacement', async () => {
    const [report] = await readReports(releaseStorage(releases))
    const file = path.join(releases, REPORTS_FOLDER, 'other-7.json')
    writeFileSync(file, JSON.stringify({ ...report, host: 'other', pid: 7, document: null }))
    const started = startCanary(releases, app, CANARY, say, { signer, deadlineMs: 500 })
    const refusal = started.catch((error: unknown) => (error as Error).message)
    await until(async () => (await entry())?.canary !== undefined)
    rmSync(file)
    expect(await refusal).toContain('with none in its place: https://site.example (process 7 on other)')
    expect(await entry()).not.toHaveProperty('canary')
  })

  it('is not promoted once shells have halted it: the reason is reported, and starting it again starts new counts', async () => {
    await start()
    fail(CANARY.bar.fewest)
    await until(async () => {
      const [report] = await readReports(releaseStorage(releases))
      return report?.canaries?.[app]?.state === 'halted'
    })
    const refusalOf = (own: Signer) =>
      promoteCanary(releases, app, say, { signer: own }).catch((error: unknown) => (error as Error).message)
    const refusal = await refusalOf(signer)
    expect(refusal).toContain('mfe-content 1.1.0 is not promoted: shells have halted it.')
    expect(refusal).toContain('`npm run release -- halt mfe-content` takes it out of the document.')
    expect(await refusalOf({ ...signer, isTeam: true })).toContain('`npm run halt` takes it out')
    expect(refusal).toContain('5 failures in 0 pages in the last minute')
    expect(await entry()).toMatchObject({ live: '1.0.0' })
    await start()
    expect(shell.canaries.isRunning()).toBe(true)
  })

  it('ends when another release goes live or is rolled back, which applies to every visitor', async () => {
    aRelease(releases, { version: '0.9.0', key })
    await makeLive(releases, { [app]: '0.9.0' }, { signer })
    await makeLive(releases, { [app]: '1.0.0' }, { signer })
    await start()
    await goBack(releases, app, say, { signer })
    expect(await entry()).toMatchObject({ live: '0.9.0' })
    expect(await entry()).not.toHaveProperty('canary')
    await start()
    await makeLive(releases, { [app]: '1.0.0' }, { signer })
    expect(await entry()).not.toHaveProperty('canary')
  })

  it('is refused during a freeze', async () => {
    await freeze(releases, { signer, why: 'the election' })
    await expect(start()).rejects.toThrow('the election')
    await expect(promoteCanary(releases, app, say, { signer })).rejects.toThrow('has no canary')
  })
})
