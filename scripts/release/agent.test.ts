import { generateKeyPairSync } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { until } from '@tessera/shared/testing'
import { releaseStorage } from '../../shell/release-storage/release-storage.server.ts'
import { inspectRequest } from '../../shell/features/release-actions/read-control.server.ts'
import { aLiveRelease, aRelease, aSigner } from '../../shell/releases/testing/a-release.ts'
import {
  createRequestQueue,
  LEASE_MS,
  REQUEST_LIFETIME_MS,
  type RequestQueue,
} from '../../shell/release-requests/request-queue.server.ts'
import {
  createSeals,
  outcomeFile,
  claimFile,
  requestFile,
  type ReleaseAction,
} from '../../shell/release-requests/release-request.server.ts'
import { createAgent } from './agent.ts'
import { readDocument, readHistory, readNewest } from './change-document.ts'
import { freeze, makeLive, nameCanary, nameCandidate, schedule, unfreeze } from './make-live.ts'
import { GRACE_MS } from './release-due.ts'
import { aReportingShell } from './testing/a-reporting-shell.ts'

const { privateKey: key, publicKey } = generateKeyPairSync('ed25519')
const signer = aSigner(key)
const KEY = 'a key that shells and the agent share'
const app = 'mfe-content'
const HOUR_MS = 3_600_000
let folder: string
let releases: string
let time: number
let said: string[]
let queue: RequestQueue
const stops: (() => Promise<void>)[] = []

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'agent-'))
  releases = path.join(folder, 'store')
  time = Date.now()
  said = []
  queue = createRequestQueue({ storage: releaseStorage(releases), seals: createSeals(KEY), now: () => time })
  await aLiveRelease(releases, { app: 'shell', key })
  await aLiveRelease(releases, { version: '1.0.0', key })
  await aLiveRelease(releases, { version: '1.1.0', key })
})
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
  rmSync(folder, { recursive: true, force: true })
})

const anAgent = () =>
  createAgent({
    releases,
    requestKey: KEY,
    signer,
    now: () => time,
    say: (line) => void said.push(line),
    deadlineMs: 20_000,
  })
const poll = () => anAgent().poll()
const aShell = async () =>
  void stops.push((await aReportingShell(releases, publicKey, path.join(folder, 'copies'))).stop)
const ask = async (action: ReleaseAction, why = '', basis?: number) =>
  queue.ask({ action, why, by: 'Elin Lloyd (e.lloyd)', basis: basis ?? (await sequence()) })
const sequence = async () => (await readNewest(releases, signer)).sequence
const entry = async () => (await readDocument(releases)).apps[app]
const lastChange = async () => (await readHistory(releases, signer))[0]?.changed
const stateOf = async (number: number) => {
  const found = await queue.find(number)
  return found && inspectRequest(found, time)
}
const BACK: ReleaseAction = { do: 'back', app, version: '1.0.0' }

describe('what staff ask for on the version page', () => {
  it('is carried out once, waits for the shells, and is recorded with who, why and from where', async () => {
    await aShell()
    const { number } = await ask(BACK, 'it is slow')
    await poll()
    await poll()
    expect(await stateOf(number)).toMatchObject({
      state: 'done',
      lines: ['mfe-content 1.0.0 is live', expect.stringContaining('taken by https://site.example')],
    })
    expect(await lastChange()).toMatchObject({
      by: 'Elin Lloyd (e.lloyd)',
      from: 'the version page (request 1), by the agent on here',
      action: 'mfe-content 1.0.0 live again',
      why: 'it is slow',
    })
    expect(await sequence()).toBe(4)
  })

  it('changes canaries, the whole site and freezes as the commands do', async () => {
    aRelease(releases, { version: '1.2.0', key })
    const canary = { version: '1.2.0', percent: 10, bar: { rate: 0.05, fewest: 5 } }
    await nameCanary(releases, app, canary, { signer })
    await ask({ do: 'halt', app, version: '1.2.0' })
    await poll()
    expect(await entry()).not.toHaveProperty('canary')
    await nameCanary(releases, app, canary, { signer })
    await ask({ do: 'promote', app, version: '1.2.0' })
    await poll()
    expect(await entry()).toMatchObject({ live: '1.2.0' })
    await ask({ do: 'site', to: 2 })
    await poll()
    expect(await entry()).toMatchObject({ live: '1.0.0' })
    await ask({ do: 'freeze' }, 'election night')
    await poll()
    expect(await readDocument(releases)).toMatchObject({
      frozen: { why: 'election night', by: 'Elin Lloyd (e.lloyd)' },
    })
    await ask({ do: 'unfreeze' })
    await poll()
    expect(await readDocument(releases)).not.toHaveProperty('frozen')
    const states = await queue.latest(9)
    expect(states.map(({ outcome }) => outcome?.state)).toEqual(Array(5).fill('done'))
    const lines = states.flatMap(({ outcome }) => outcome?.lines)
    expect(lines.slice(0, 2)).toEqual(['Releases are no longer frozen', 'Releases are frozen'])
  })

  it('is refused with the reason when a shell refuses the release, and what was live stays', async () => {
    aRelease(releases, { version: '1.0.0', key, onLoad: 'null.x' })
    await aShell()
    const { number } = await ask(BACK)
    await poll()
    const state = await stateOf(number)
    expect(state).toMatchObject({ state: 'refused' })
    expect(state?.lines).toContain('mfe-content 1.0.0 is not released; 1.1.0 stays live.')
    expect(await entry()).toMatchObject({ live: '1.1.0' })
  })

  it('is refused once the document has changed since somebody looked at it', async () => {
    const { number } = await ask(BACK, '', (await sequence()) - 1)
    await poll()
    expect(await stateOf(number)).toMatchObject({
      state: 'refused',
      lines: ['The release document is number 3 by now, and was 2.'],
    })
    expect(await entry()).toMatchObject({ live: '1.1.0' })
  })

  it('is not carried out after it has expired, and is shown as expired without an agent', async () => {
    const { number } = await ask(BACK)
    time += REQUEST_LIFETIME_MS
    expect(await stateOf(number)).toMatchObject({ state: 'waiting' })
    time += 1
    await poll()
    expect(await stateOf(number)).toMatchObject({ state: 'expired', lines: [] })
    expect(await entry()).toMatchObject({ live: '1.1.0' })
  })

  it('is carried out by one of two agents', async () => {
    await ask(BACK)
    await Promise.all([poll(), poll()])
    expect(said).toEqual(['Request 1 of Elin Lloyd (e.lloyd), back: done. mfe-content 1.0.0 is live'])
    expect(await sequence()).toBe(4)
  })

  it('cannot be forged, changed, copied or replayed by somebody who can write to the store', async () => {
    const storage = releaseStorage(releases)
    const forged = createRequestQueue({ storage, seals: createSeals('another key'), now: () => time })
    await forged.ask({ action: BACK, why: '', by: 'Nobody', basis: await sequence() })
    await poll()
    expect(await sequence()).toBe(3)
    const { number } = await ask(BACK)
    await poll()
    const at = (file: string) => path.join(releases, file)
    copyFileSync(at(requestFile(number)), at(requestFile(number + 1)))
    for (const file of [claimFile(number), outcomeFile(number)]) rmSync(at(file))
    await poll()
    expect(await sequence()).toBe(4)
    expect(await stateOf(number)).toMatchObject({ state: 'refused' })
    expect(await queue.find(number + 1)).toBeNull()
  })

  it('is cancelled when its agent dies while carrying it out, reports what was changed by then, and is not repeated', async () => {
    const [first, second] = [await ask(BACK), await ask({ do: 'freeze' }, 'a reason')]
    for (const request of [first, second]) await queue.claim(request, { host: 'another-machine', pid: 1 })
    const from = `the version page (request ${first.number}), by the agent on here`
    await makeLive(releases, { [app]: '1.0.0' }, { signer: { ...signer, from }, isBack: true })
    await poll()
    expect(await stateOf(first.number)).toMatchObject({ state: 'begun' })
    time += LEASE_MS + 1
    expect(await stateOf(first.number)).toMatchObject({ state: 'broken-off', lines: [] })
    await poll()
    expect(await stateOf(first.number)).toMatchObject({
      state: 'broken-off',
      lines: [expect.any(String), 'number 4 of the record: mfe-content 1.0.0 live again'],
    })
    expect(await stateOf(second.number)).toMatchObject({
      state: 'broken-off',
      lines: ['The agent ended before it had changed anything.'],
    })
    expect(await sequence()).toBe(4)
  })

  it('is cancelled at once when its agent ran on this machine and has ended', async () => {
    const { hostname } = await import('node:os')
    const request = await ask(BACK)
    await queue.claim(request, { host: hostname(), pid: 2 ** 30 })
    await poll()
    expect(await stateOf(request.number)).toMatchObject({ state: 'broken-off' })
  })

  it('keeps its numbering after the folder was emptied', async () => {
    await ask(BACK)
    rmSync(path.join(releases, 'requests'), { recursive: true })
    expect(await ask(BACK)).toMatchObject({ number: 1 })
    expect(readdirSync(path.join(releases, 'requests'))).toEqual(['00000001.json'])
  })

  it('is awaited again after a failure, which is logged once', async () => {
    const document = path.join(releases, 'releases.json')
    const good = readFileSync(document)
    writeFileSync(document, 'no document')
    const end = new AbortController()
    let looks = 0
    const say = (line: string) => void said.push(line)
    // Each round of the agent calls `now`.
    const now = () => (looks += 1)
    const running = createAgent({ releases, requestKey: KEY, signer, say, now, everyMs: 5 }).run(end.signal)
    await until(() => looks > 3)
    writeFileSync(document, good)
    const before = looks
    await until(() => looks > before + 3)
    end.abort()
    await running
    expect(said).toEqual([
      expect.stringMatching(
        /^The release agent cannot go on: .*\/releases\.json: The release document is not valid\./,
      ),
    ])
  })
})

describe('releases that nobody uses', () => {
  const OLD_MS = 40 * 86_400_000
  /** An old release that no document names. */
  const anOldOne = () => {
    const place = aRelease(releases, { version: '0.9.0', key })
    const then = new Date(Date.now() - OLD_MS)
    for (const file of readdirSync(place, { recursive: true, withFileTypes: true }))
      if (file.isFile()) utimesSync(path.join(file.parentPath, file.name), then, then)
    return place
  }
  const REMOVED = 'mfe-content 0.9.0, 40 days old: removed'

  it('are removed after a canary was promoted, once its outcome is written', async () => {
    const old = anOldOne()
    aRelease(releases, { version: '1.2.0', key })
    const bar = { rate: 0.05, fewest: 5 }
    await nameCanary(releases, app, { version: '1.2.0', percent: 10, bar }, { signer })
    await ask({ do: 'halt', app, version: '1.2.0' })
    await poll()
    expect(existsSync(old)).toBe(true)
    await nameCanary(releases, app, { version: '1.2.0', percent: 10, bar }, { signer })
    await ask({ do: 'promote', app, version: '1.2.0' })
    await poll()
    expect(existsSync(old)).toBe(false)
    expect((await queue.latest(1))[0]?.outcome?.lines.join()).not.toContain('0.9.0')
    expect(said.slice(-2)).toEqual([expect.stringContaining('promote: done'), REMOVED])
  })

  it('are removed after a planned release went live, and kept when it did not', async () => {
    const old = anOldOne()
    const planned = async (version: string) => {
      await schedule(releases, app, { version, at: new Date(time + HOUR_MS).toISOString() }, { signer })
      time += HOUR_MS
      await poll()
    }
    aRelease(releases, { version: '1.2.0', key, onLoad: 'null.x' })
    await planned('1.2.0')
    expect(existsSync(old)).toBe(true)
    aRelease(releases, { version: '1.3.0', key })
    await planned('1.3.0')
    expect(await entry()).toMatchObject({ live: '1.3.0' })
    expect(existsSync(old)).toBe(false)
    expect(said).toContain(REMOVED)
  })
})

describe('a release that staff plan on the version page', () => {
  const at = () => new Date(time + HOUR_MS).toISOString()

  it('is a candidate until its time, goes live then, and the record has who planned it and why', async () => {
    aRelease(releases, { version: '1.2.0', key })
    await nameCandidate(releases, app, '1.2.0', { signer })
    const planned = at()
    await ask({ do: 'schedule', app, version: '1.2.0', at: planned }, 'the new menu')
    await poll()
    expect(await entry()).toMatchObject({
      live: '1.1.0',
      candidates: ['1.2.0'],
      scheduled: { version: '1.2.0', at: planned, by: 'Elin Lloyd (e.lloyd)', why: 'the new menu' },
    })
    expect(await lastChange()).toMatchObject({
      action: `mfe-content 1.2.0 scheduled for ${planned}`,
      by: 'Elin Lloyd (e.lloyd)',
      from: 'the version page (request 1), by the agent on here',
    })
    time += HOUR_MS
    await aShell()
    await poll()
    expect(await entry()).toMatchObject({ live: '1.2.0' })
    expect(await lastChange()).toMatchObject({ by: 'Elin Lloyd (e.lloyd)', why: 'the new menu' })
  })

  it('is refused when it is no candidate, its time is over, or releases are frozen, and nothing changes', async () => {
    aRelease(releases, { version: '1.2.0', key })
    const lines = async () => (await queue.latest(1))[0]?.outcome
    await ask({ do: 'schedule', app, version: '1.2.0', at: at() })
    await poll()
    expect(await lines()).toMatchObject({
      state: 'refused',
      lines: ['mfe-content 1.2.0 is no longer a candidate'],
    })
    await nameCandidate(releases, app, '1.2.0', { signer })
    const over = new Date(time).toISOString()
    await ask({ do: 'schedule', app, version: '1.2.0', at: over })
    await poll()
    expect(await lines()).toMatchObject({
      state: 'refused',
      lines: [`${over} is over: mfe-content 1.2.0 is not scheduled`],
    })
    await freeze(releases, { signer, why: 'election' })
    await ask({ do: 'schedule', app, version: '1.2.0', at: at() })
    await poll()
    expect((await lines())?.lines.join()).toContain('Releases are frozen')
    expect(await entry()).not.toHaveProperty('scheduled')
  })
})

describe('a release for a time', () => {
  const plan = async (version = '1.2.0', isSound = true) => {
    aRelease(releases, { version, key, ...(!isSound && { onLoad: 'null.x' }) })
    const at = new Date(time + HOUR_MS).toISOString()
    await schedule(releases, app, { version, at }, { signer, why: 'the new menu' })
  }

  it('is a candidate until its time, then live, and the record has who had planned it and why', async () => {
    await plan()
    await aShell()
    await poll()
    expect(await entry()).toMatchObject({ live: '1.1.0', candidates: ['1.2.0'], scheduled: { by: 'Test' } })
    time += HOUR_MS
    await poll()
    expect(await entry()).toMatchObject({ live: '1.2.0', candidates: [] })
    expect(await entry()).not.toHaveProperty('scheduled')
    expect(await lastChange()).toMatchObject({
      by: 'Test',
      from: 'the schedule, by the agent on here',
      action: 'mfe-content 1.2.0 live',
      why: 'the new menu',
    })
    await poll()
    expect(await sequence()).toBe(5)
  })

  it.each<[string, string, () => Promise<void> | void]>([
    ['no agent was running in time', 'no release agent was running', () => void (time += GRACE_MS + 1)],
    ['releases are frozen then', 'Releases are frozen', () => freeze(releases, { signer, why: 'election' })],
    [
      'something that came live since has what it claims',
      'collides',
      () =>
        aLiveRelease(releases, {
          app: 'mfe-search',
          key,
          manifest: { staticRoutes: [{ path: '/planned', view: 'page', hydrate: 'never' }] },
        }),
    ],
  ])('is dropped with a record where %s, and what is live stays', async (_where, why, happen) => {
    aRelease(releases, {
      version: '1.2.0',
      key,
      manifest: { staticRoutes: [{ path: '/planned', view: 'page', hydrate: 'never' }] },
    })
    const at = new Date(time + HOUR_MS).toISOString()
    await schedule(releases, app, { version: '1.2.0', at }, { signer })
    time += HOUR_MS
    await happen()
    await poll()
    expect(await entry()).toMatchObject({ live: '1.1.0', candidates: ['1.2.0'] })
    expect(await entry()).not.toHaveProperty('scheduled')
    const changed = await lastChange()
    expect(changed?.action).toBe('mfe-content 1.2.0 not released at its time')
    expect(changed?.why).toContain(why)
  })

  it('is dropped when it no longer passes the gate or a shell refuses it, and is not tried again', async () => {
    await plan('1.2.0', false)
    time += HOUR_MS
    await poll()
    const after = await sequence()
    await poll()
    expect(await sequence()).toBe(after)
    expect(await entry()).toMatchObject({ live: '1.1.0' })
    expect((await lastChange())?.action).toBe('mfe-content 1.2.0 not released at its time')
  })

  it('is cancelled by command or by another release of its app, and cannot be planned during a freeze', async () => {
    await plan()
    await ask({ do: 'back', app, version: '1.0.0' })
    await poll()
    const lines = (await queue.latest(1))[0]?.outcome?.lines
    expect(lines).toContainEqual(expect.stringMatching(/^mfe-content 1\.2\.0, scheduled for .* no longer$/))
    expect(await entry()).not.toHaveProperty('scheduled')
    await plan('1.3.0')
    await ask({ do: 'unschedule', app, version: '1.3.0' })
    await poll()
    expect(await entry()).toMatchObject({ live: '1.0.0', candidates: ['1.3.0', '1.2.0'] })
    expect(await entry()).not.toHaveProperty('scheduled')
    await freeze(releases, { signer, why: 'election' })
    await expect(plan('1.4.0')).rejects.toThrow('Releases are frozen')
    await unfreeze(releases, { signer })
  })
})
