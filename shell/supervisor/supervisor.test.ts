import http from 'node:http'
import { until } from '@tessera/shared/testing'
import { readQuarantine } from '../releases/strikes.server.ts'
import { HANG_MS, hangShare } from './worker-process.server.ts'
import { aSupervisor, type TestSupervisor } from './testing/a-supervisor.ts'

const LONG_MS = 60_000
let supervisor: TestSupervisor | undefined

afterEach(async () => {
  await supervisor?.stop()
  supervisor = undefined
}, LONG_MS)

interface Answer {
  readonly pid: number
  readonly worker: number
  readonly value?: unknown
}

/** Sends a request over a connection of the agent; without one, over a new connection. */
function ask(url: string, agent: http.Agent | false = false): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = http.get(url, { agent }, (answer) => {
      let text = ''
      answer.on('data', (chunk: Buffer) => (text += chunk.toString()))
      answer.once('end', () => resolve(JSON.parse(text) as Answer)).once('error', reject)
    })
    request.once('error', reject)
  })
}

async function start(processes = 2): Promise<TestSupervisor> {
  supervisor = await aSupervisor(processes)
  await supervisor.ready
  await supervisor.whole()
  return supervisor
}
/** A connection that stays open to one process. */
async function aConnectionTo(pid: number, url: string): Promise<http.Agent> {
  for (;;) {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
    if ((await ask(url, agent)).pid === pid) return agent
    agent.destroy()
  }
}

/** 20 requests a second until `isOver`, by turns on new connections and a kept one; gives the result and start time of each. */
async function burst(url: string, kept: http.Agent, isOver: () => boolean) {
  const asked: Promise<{ readonly began: number; readonly pid: number | null; readonly isKept: boolean }>[] =
    []
  while (!isOver()) {
    const [began, isKept] = [performance.now(), asked.length % 2 === 1]
    asked.push(
      ask(url, isKept ? kept : false).then(
        ({ pid }) => ({ began, pid, isKept }),
        () => ({ began, pid: null, isKept }),
      ),
    )
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return Promise.all(asked)
}

describe('several shell processes on one port (docs/decisions/0031)', () => {
  it(
    'put another process in the place of one that dies, and nobody else loses a request',
    async () => {
      const { url, serving, whole, lines } = await start()
      const [victim, other] = serving()
      const kept = await aConnectionTo(other!.pid, url)
      let killed = Infinity
      const all = burst(url, kept, () => killed < Infinity && serving().length === 2)
      await until(async () => (await ask(url)).pid === victim!.pid)
      process.kill(victim!.pid, 'SIGKILL')
      await victim!.ended
      killed = performance.now()
      const answers = await all
      await whole()
      kept.destroy()
      expect(answers.filter(({ isKept, pid }) => isKept && pid !== other!.pid)).toEqual([])
      expect(answers.filter(({ began, pid }) => began > killed && pid === null)).toEqual([])
      expect(lines).toContainEqual(
        expect.objectContaining({
          workerPid: victim!.pid,
          reason: 'SIGKILL',
          msg: 'process ended; it is replaced',
        }),
      )
      expect(serving().map(({ pid }) => pid)).not.toContain(victim!.pid)
    },
    LONG_MS,
  )

  it(
    'replace one that stands still, which is noticed within two seconds, and every request that begins meanwhile is answered',
    async () => {
      const { url, serving, whole, lines } = await start()
      const [victim, other] = serving()
      const kept = await aConnectionTo(other!.pid, url)
      process.kill(victim!.pid, 'SIGSTOP')
      let isEnded = false
      const all = burst(url, kept, () => isEnded)
      await victim!.ended
      isEnded = true
      // The whole duration is measured by the bench (`processes`), since a busy machine takes longer.
      expect(HANG_MS).toBeLessThanOrEqual(2_000)
      expect((await all).map(({ pid }) => pid).filter((pid) => pid !== other!.pid)).toEqual([])
      await whole()
      kept.destroy()
      expect(lines).toContainEqual(
        expect.objectContaining({ workerPid: victim!.pid, reason: 'no heartbeat' }),
      )
    },
    LONG_MS,
  )

  it(
    'let connections wait while every process is gone, and refuse none',
    async () => {
      const { url, serving, whole } = await start()
      const all = serving()
      for (const { pid } of all) process.kill(pid, 'SIGKILL')
      await Promise.all(all.map(({ ended }) => ended))
      const answers = await Promise.all(Array.from({ length: 5 }, () => ask(url)))
      expect(answers.map(({ pid }) => pid).filter((pid) => all.some((one) => one.pid === pid))).toEqual([])
      await whole()
    },
    LONG_MS,
  )

  it(
    'are told how many they are and what has been replaced',
    async () => {
      const { url, serving, whole } = await start()
      expect((await ask(`${url}/facts`)).value).toEqual({ running: 2, restarts: 0, lastRestarts: [] })
      const [victim] = serving()
      process.kill(victim!.pid, 'SIGTERM')
      await victim!.ended
      await whole()
      expect((await ask(`${url}/facts`)).value).toEqual({
        running: 2,
        restarts: 1,
        lastRestarts: [{ at: expect.any(String), reason: 'exit code 0' }],
      })
    },
    LONG_MS,
  )
})

describe('a process without a beat', () => {
  const running = (cpuMs: number) => ({ cpuMs, state: 'R' })

  it.each([
    ['runs', running(0), running(250), 1],
    ['runs half of the time, and waits for a processor otherwise', running(100), running(225), 0.5],
    ['waits for a processor', running(100), running(100), 0],
    ['sleeps', running(100), { cpuMs: 100, state: 'S' }, 1],
    ['was stopped', { cpuMs: 100, state: 'T' }, { cpuMs: 100, state: 'T' }, 1],
    ['is on a system that says nothing of it', null, null, 1],
  ])('that %s stands still as long as that is its own doing', (_what, before, now, share) => {
    expect(hangShare(before, now)).toBe(share)
  })
})

describe('what several shell processes agree on without a server beside them (reference security 4.4)', () => {
  it(
    'is kept by their supervisor, and outlives each of them',
    async () => {
      const { url, serving, whole } = await start()
      const counts: unknown[] = []
      for (const { pid } of serving()) {
        const agent = await aConnectionTo(pid, url)
        counts.push((await ask(`${url}/count?tries`, agent)).value)
        agent.destroy()
      }
      const [victim] = serving()
      victim!.kill('a test')
      await victim!.ended
      await whole()
      expect([...counts, (await ask(`${url}/count?tries`)).value]).toEqual([1, 2, 3])
    },
    LONG_MS,
  )

  it(
    'comes to every other process before the one that tells it goes on, and those that are gone are not waited for',
    async () => {
      const { url, serving } = await start(3)
      const [teller, other, gone] = await Promise.all(serving().map(({ pid }) => aConnectionTo(pid, url)))
      await ask(`${url}/tell?first`, teller)
      expect(
        await Promise.all(
          [teller, other, gone].map(async (agent) => (await ask(`${url}/told`, agent)).value),
        ),
      ).toEqual([[], ['first'], ['first']])
      process.kill(serving()[2]!.pid, 'SIGSTOP')
      await ask(`${url}/tell?second`, teller)
      expect((await ask(`${url}/told`, other)).value).toEqual(['first', 'second'])
      for (const agent of [teller, other, gone]) agent!.destroy()
    },
    LONG_MS,
  )
})

describe('a shell process that cannot start', () => {
  it('at the first start of the site ends it', async () => {
    process.env['FIXTURE'] = 'failing'
    supervisor = await aSupervisor()
    await expect(supervisor.ready).rejects.toThrow('the first process ended before it was ready: exit code 3')
    delete process.env['FIXTURE']
  })

  it(
    'later is tried again, after a pause that grows, while the others serve',
    async () => {
      const { url, serving, lines, whole } = await start()
      const [victim, other] = serving()
      process.env['FIXTURE'] = 'failing'
      victim!.kill('a test')
      const pauses = () => lines.flatMap(({ pauseMs }) => (typeof pauseMs === 'number' ? [pauseMs] : []))
      await until(() => pauses().length === 3)
      delete process.env['FIXTURE']
      expect(pauses()).toEqual([250, 500, 1_000])
      expect((await ask(url)).pid).toBe(other!.pid)
      await whole()
    },
    LONG_MS,
  )
})

describe('a release whose code a process was running when it stood still', () => {
  it(
    'has a strike counted against it, and the second puts it into quarantine',
    async () => {
      const { url, serving, whole, lines, store } = await start()
      for (let strike = 1; strike <= 2; strike += 1) {
        const [victim] = serving()
        const agent = await aConnectionTo(victim!.pid, url)
        await ask(`${url}/suspect`, agent)
        victim!.kill('no heartbeat')
        await victim!.ended
        await whole()
        agent.destroy()
      }
      expect(await readQuarantine(store, 'mfe-search', '1.0.0')).toMatchObject({
        phase: 'render',
        reason: 'no heartbeat',
      })
      expect(
        lines
          .filter(({ msg }) => msg === 'strike against a release')
          .map(({ count, isQuarantined }) => [count, isQuarantined]),
      ).toEqual([
        [1, false],
        [2, true],
      ])
      expect((await ask(`${url}/facts`)).value).toMatchObject({
        lastRestarts: [{}, { reason: 'no heartbeat (mfe-search 1.0.0, render)' }],
      })
    },
    LONG_MS,
  )
})
