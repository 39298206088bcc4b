import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { nameCanary } from '../../scripts/release/make-live.ts'
import { aReportingShell } from '../../scripts/release/testing/a-reporting-shell.ts'
import { aLiveRelease, aRelease, aSigner } from '../releases/testing/a-release.ts'
import type { CanaryReports } from './canary-report.server.ts'

const { privateKey: key, publicKey } = generateKeyPairSync('ed25519')
const APP = 'mfe-content'
let folder: string
let releases: string
let stops: (() => Promise<void>)[]

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'canaries-'))
  releases = path.join(folder, 'store')
  stops = []
  await aLiveRelease(releases, { app: 'shell', key })
  await aLiveRelease(releases, { version: '1.0.0', key })
  aRelease(releases, { version: '2.0.0', key })
  const canary = { version: '2.0.0', percent: 10, bar: { rate: 0.05, fewest: 10 } }
  await nameCanary(releases, APP, canary, { signer: aSigner(key) })
})
afterEach(async () => {
  for (const stop of stops) await stop()
  rmSync(folder, { recursive: true, force: true })
})

/** A shell on a machine of its own, which reads the reports of the others. */
async function aShell(name: string, others: () => readonly CanaryReports[]) {
  const own = path.join(folder, name)
  const { canaries, stop } = await aReportingShell(releases, publicKey, own, {
    others: () => Promise.resolve(others()),
    name,
  })
  stops.push(stop)
  return canaries
}

describe('the shells of a site', () => {
  it('halts what fails beyond its bar in all of them together, and what another has halted', async () => {
    let said: CanaryReports[] = []
    const one = await aShell('one', () => said)
    const two = await aShell('two', () => [])
    for (const shell of [one, two])
      for (let failure = 0; failure < 6; failure += 1) shell.failed(shell.seenBy(0), APP, 'server')
    await Promise.all([one.refresh(), two.refresh()])
    expect([one.isRunning(), two.isRunning()]).toEqual([true, true])
    said = [two.report()]
    await one.refresh()
    await one.refresh()
    expect(one.report()[APP]).toMatchObject({
      state: 'halted',
      why: expect.stringMatching(/^12 failures in 0 pages/) as unknown,
    })
    const three = await aShell('three', () => [one.report()])
    await three.refresh()
    expect(three.report()[APP]).toMatchObject({
      state: 'halted',
      why: expect.stringMatching(/^12 failures in 0 pages/) as unknown,
    })
    // A report about another canary, or an earlier naming of this one, has no effect.
    const since = '2026-01-01T00:00:00.000Z'
    const four = await aShell('four', () => [{ [APP]: { ...one.report()[APP]!, since } }])
    await four.refresh()
    expect(four.isRunning()).toBe(true)
  })
})
