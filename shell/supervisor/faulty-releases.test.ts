import { readdirSync } from 'node:fs'
import path from 'node:path'
import type { ServedState } from '@tessera/shared/contract'
import { until } from '@tessera/shared/testing'
import { releaseStorage } from '../release-storage/release-storage.server.ts'
import { readReports } from '../reports/shell-report.server.ts'
import { aRunningSite, FAULTY_APP, menuOf, type RunningSite } from '../testing/a-running-site.ts'

const LONG_MS = 120_000
/** Long enough for the trial of a release, which comes before it goes live. */
const PATIENT_MS = 60_000
const PROCESSES = 2
/** Number of visitors' requests, which take at least five seconds. */
const MANY = 100

let site: RunningSite

beforeAll(async () => {
  site = await aRunningSite({
    script: 'shell/supervisor/main.server.ts',
    limits: { remoteBlockMs: 250 },
    options: { processes: PROCESSES },
  })
  await whole()
}, LONG_MS)
afterAll(() => site.stop(), LONG_MS)

const say = (msg: string) => site.lines.filter((line) => line['msg'] === msg)
const ends = () => say('process ended; it is replaced')
/** Waits until all processes serve. */
const whole = () => until(() => say('process ready').length === PROCESSES + ends().length, PATIENT_MS)

/** Brings a release live in every process; it does some work when it renders pages with `faulty` in the query. */
async function release(version: string, work: string): Promise<void> {
  const isFaulty = `p.slotId !== 'fixture' && p.store.getState().routing.location.search.includes('faulty')`
  const lives = () =>
    site.lines.filter((line) => line['msg'] === 'release live' && line['version'] === version)
  await site.release(version, { render: `if (${isFaulty}) { ${work} }` })
  await until(() => new Set(lives().map((line) => line['pid'])).size === PROCESSES, PATIENT_MS)
}

const WARNING = 40
const warnings = () => site.lines.filter((line) => Number(line['level']) >= WARNING)

/** Waits until every process has gone back to the release before; otherwise the error says what they logged. */
async function isBack(version: string): Promise<void> {
  await until(() => site.quarantinedBy(version).size >= PROCESSES).catch((error: Error) => {
    throw new Error(`${error.message}; logged: ${JSON.stringify(warnings())}`)
  })
  for (let page = 1; page <= 20; page += 1)
    expect((await site.page(`back=${page}`)).body).toContain(menuOf('1.0.0'))
  // A browser that still shows the quarantined release is informed by this list.
  const { page } = JSON.parse((await site.page('redux=true')).body) as ServedState
  expect(page.releases[FAULTY_APP]?.quarantined).toContain(version)
}

describe('a release that misbehaves in a site of several processes (docs/decisions/0031, 0032)', () => {
  it.each<[string, string, string]>([
    ['loops', '1.1.0', 'for (;;) {}'],
    [
      'takes all memory',
      '1.2.0',
      'const kept = []; for (;;) kept.push(new Array(10000).fill(Math.random()))',
    ],
    ['ends the process', '1.3.0', 'process.exit(3)'],
  ])(
    'and %s gives way to the one before at its second strike; its slot has its fallback meanwhile, and no other page fails',
    async (_what, version, work) => {
      await site.goBackTo('1.0.0')
      await release(version, work)
      const before = ends().length
      const others = site.burst()
      for (const faulty of [1, 2]) {
        const { status, body } = await site.page(`faulty=${faulty}`)
        expect(status).toBe(200)
        expect(body).toContain('Bins and recycling')
        expect(body).not.toContain('<nav>version')
      }
      await isBack(version)
      await until(() => others.asked() >= MANY)
      expect(await others.stop()).toEqual([])
      await until(() => site.strikesOf(version).length > 1)
      const strikes = site.strikesOf(version)
      expect(strikes.map((strike) => [strike['app'], strike['phase']])).toEqual([
        [FAULTY_APP, 'render'],
        [FAULTY_APP, 'render'],
      ])
      // The log lines of two processes come in any order.
      expect(new Set(strikes.map((strike) => strike['strikes']))).toEqual(new Set([1, 2]))
      expect(ends()).toHaveLength(before)
    },
    LONG_MS,
  )

  it(
    'and fails as it is loaded comes live in no process, and is in quarantine when each has tried it',
    async () => {
      const version = '1.5.0'
      await site.goBackTo('1.0.0')
      const others = site.burst()
      await site.release(version, {
        onLoad: 'if (!process.chdir.disabled) for (;;) {}', // `process.chdir` is disabled in threads, and so in the trial
      })
      await isBack(version)
      expect(await others.stop()).toEqual([])
      const strikes = site.strikesOf(version)
      expect(strikes.map((strike) => strike['phase'])).toEqual(['import', 'import'])
      expect(new Set(strikes.map((strike) => strike['pid'])).size).toBe(PROCESSES)
      expect(say('release live').filter((line) => line['version'] === version)).toEqual([])
      // The reports that release commands read.
      const reports = await readReports(releaseStorage(path.join(site.folder, 'releases')))
      expect(new Set(reports.map(({ pid }) => pid)).size).toBe(PROCESSES)
      for (const { apps } of reports)
        expect(apps[FAULTY_APP]).toMatchObject({ live: '1.0.0', refused: { version } })
    },
    LONG_MS,
  )

  it(
    'and ends its processes unseen by its trial is in quarantine after two of them, and those that replace them do without it',
    async () => {
      const version = '1.6.0'
      await site.goBackTo('1.0.0')
      const before = ends().length
      await site.release(version, { onLoad: "setTimeout(process.emit.bind(process), 0, 'SIGTERM')" })
      await until(() => site.strikesOf(version).length > 1, PATIENT_MS)
      expect(site.strikesOf(version)).toMatchObject([
        { app: FAULTY_APP, count: 1, isQuarantined: false },
        { app: FAULTY_APP, count: 2, isQuarantined: true },
      ])
      await whole()
      await isBack(version)
      expect(ends()).toHaveLength(before + 2)
    },
    LONG_MS,
  )

  it(
    'and does what nobody can break off costs its process, twice, and nobody who comes meanwhile',
    async () => {
      const version = '1.4.0'
      await site.goBackTo('1.0.0')
      await release(version, `require('crypto').pbkdf2Sync('a', 'b', 2e9, 64, 'sha512')`)
      const before = ends().length
      for (const strike of [1, 2]) {
        const faulty = site.page(`faulty=${strike}`).catch((error: NodeJS.ErrnoException) => error.code)
        await until(() => suspects().length > 0)
        const others = site.burst()
        expect(await faulty).toBe('ECONNRESET')
        await until(() => others.asked() >= MANY)
        expect(await others.stop()).toEqual([])
        await until(() => ends().length === before + strike)
        await whole()
      }
      await isBack(version)
      expect(site.strikesOf(version)).toMatchObject([
        { app: FAULTY_APP, phase: 'render', count: 1, isQuarantined: false },
        { app: FAULTY_APP, phase: 'render', count: 2, isQuarantined: true },
      ])
    },
    LONG_MS,
  )
})

describe('a release that keeps something of its pages, in a site of several processes', () => {
  it(
    'costs processes that end before their memory is full, one at a time, and no page fails',
    async () => {
      const small = await aRunningSite({
        script: 'shell/supervisor/main.server.ts',
        // A nearly full process collects garbage for long: no render is broken off for that here.
        limits: { remoteBlockMs: 10_000 },
        options: { processes: PROCESSES },
        nodeOptions: ['--max-old-space-size=160'],
      })
      try {
        const said = (msg: string) => small.lines.filter((line) => line['msg'] === msg)
        const isWhole = (ends: number) =>
          until(() => said('process ready').length === PROCESSES + ends, PATIENT_MS)
        await isWhole(0)
        await small.release('1.1.0', {
          onLoad: 'const kept = []',
          render: `if (p.slotId !== 'fixture' && p.store.getState().routing.location.search.includes('keep'))
            kept.push(Array.from({ length: 50000 }, () => ({ at: Math.random() })))`,
        })
        const others = small.burst()
        for (const ends of [1, 2]) {
          await until(async () => {
            await small.page('keep=1')
            return said('memory nearly full; the process ends and is replaced').length >= ends
          }, PATIENT_MS)
          await isWhole(ends)
        }
        const reasons = said('process ended; it is replaced').map((line) => line['reason'])
        expect(reasons).toEqual(['its memory was nearly full', 'its memory was nearly full'])
        expect(await others.stop()).toEqual([])
      } finally {
        await small.stop()
      }
    },
    LONG_MS,
  )
})

/** Files that hanging processes have left in the supervisor's folder. */
const suspects = () =>
  readdirSync(site.folder)
    .filter((name) => name.startsWith('tessera-'))
    .flatMap((name) => readdirSync(path.join(site.folder, name)))
    .filter((name) => name.endsWith('.json'))
