import { setTimeout as sleep } from 'node:timers/promises'
import vm from 'node:vm'
import type { ServerRemote } from '@tessera/shared/contract'
import { guardRemote } from './guard-remote.server.ts'
import { createGuard } from './guard.server.ts'
import { createFaults, faultOf, forbidProcessCalls, releaseOf, type Fault } from './process-guard.server.ts'

const FOLDER = '/data/site (1)/releases'
const FILE = `${FOLDER}/mfe-search/1.2.0/node/remoteEntry.js`
const REMOTE: ServerRemote = {
  manifest: { name: 'mfe-search', contract: '^1.0.0' },
  fixtures: [],
  render: () => '',
}
/** Run code as if it were a release's. */
const asRelease = (code: string): unknown => vm.runInThisContext(code, { filename: FILE })

describe('code that runs under guard', () => {
  it('is named while it runs, and afterwards as the one that began what goes on', async () => {
    const guard = createGuard()
    const call = guard.callOf('mfe-search', '1.2.0', 'load')
    const named: unknown[] = []
    const note = () => named.push([guard.running()?.app, guard.responsible()?.app])
    await guard.runInMacrotask(async () => {
      note()
      await sleep(1)
      note()
    }, call)
    note()
    expect(named).toEqual([
      ['mfe-search', 'mfe-search'],
      [undefined, 'mfe-search'],
      [undefined, undefined],
    ])
  })

  it('is named until its bracket ends, also by an error, and the outer one counts again', () => {
    const guard = createGuard()
    const [outer, inner] = [
      guard.callOf('mfe-a', '1.0.0', 'render'),
      guard.callOf('mfe-b', '1.0.0', 'render'),
    ]
    guard.enter(outer, () => {
      expect(() =>
        guard.enter(inner, () => {
          expect(guard.running()?.app).toBe('mfe-b')
          throw new Error('broken')
        }),
      ).toThrow('broken')
      expect(guard.running()?.app).toBe('mfe-a')
    })
    expect(guard.running()).toBeNull()
  })

  it('runs in macrotasks of its own, in turn: what follows a piece of work comes before the next', async () => {
    const guard = createGuard()
    const order: string[] = []
    const piece = (name: string) =>
      guard.runInMacrotask(() => {
        order.push(name)
        queueMicrotask(() => order.push(`after ${name}`))
      })
    await Promise.all([
      piece('a'),
      piece('b'),
      guard.resumeInMacrotask(Promise.resolve('c')).then((c) => order.push(c)),
    ])
    expect(order).toEqual(['a', 'after a', 'b', 'after b', 'c'])
  })

  it('hands on what it gives and what it throws', async () => {
    const guard = createGuard()
    const call = guard.callOf('mfe-a', '1.0.0', 'load')
    expect(await guard.runInMacrotask(async () => 1, call)).toBe(1)
    expect(await guard.runInMacrotask(() => 2)).toBe(2)
    await expect(guard.runInMacrotask(() => Promise.reject(new Error('x')), call)).rejects.toThrow('x')
    await expect(guard.runInMacrotask(() => asRelease('throw new Error("y")'))).rejects.toThrow('y')
    await expect(guard.resumeInMacrotask(Promise.reject(new Error('z')))).rejects.toThrow('z')
  })
})

describe('code that was broken off after it had waited', () => {
  const never = () => new Promise<never>(() => undefined)
  const found = { app: 'mfe-a', version: '1.0.0', phase: 'later', reason: 'x' } as const

  it('ends what waits for it: what has no deadline, and a load that is the only one of its release', async () => {
    const guard = createGuard()
    const load = guard.runInMacrotask(never, guard.callOf('mfe-a', '1.0.0', 'load'))
    const map = guard.runInMacrotask(never, guard.callOf('mfe-a', '1.0.0', 'map'))
    await guard.runInMacrotask(() => undefined)
    expect(guard.terminated(found)).toEqual({ ...found, phase: 'load' })
    const error = { code: 'page/broken-off', details: { remote: 'mfe-a', version: '1.0.0', phase: 'load' } }
    await expect(load).rejects.toMatchObject(error)
    await expect(map).rejects.toMatchObject({ code: 'page/broken-off' })
  })

  it('leaves other releases, and loads when it is unknown which of them it was', async () => {
    const guard = createGuard()
    const calls = [guard.callOf('mfe-a', '1.0.0', 'load'), guard.callOf('mfe-b', '1.0.0', 'import')] as const
    const waiting = [calls[0], calls[0], calls[1]].map((call) => guard.runInMacrotask(never, call))
    await guard.runInMacrotask(() => undefined)
    guard.terminated(found)
    expect(await Promise.race([...waiting, sleep(20, 'none')])).toBe('none')
  })
})

describe('a remote under guard', () => {
  it('is named by phase in whatever the host has it do', async () => {
    const guard = createGuard()
    const phases: unknown[] = []
    const note = () => phases.push(guard.running()?.phase)
    const remote = guardRemote(
      {
        ...REMOTE,
        render: () => (note(), ''),
        load: async ({ client }) => {
          note()
          await client.search({ where: [] })
          phases.push(guard.responsible()?.phase)
          return {}
        },
        slots: () => (note(), []),
        data: {
          totals: async ({ client }) => {
            note()
            await client.search({ where: [] })
            phases.push(guard.responsible()?.phase)
            return null
          },
        },
        entryMappers: { title: () => (note(), {}) },
      },
      '1.2.0',
      guard,
    )
    remote.render({} as never)
    await remote.load?.({ client: { search: async () => ({}) } } as never)
    await remote.slots?.({} as never)
    await remote.data?.['totals']?.({ client: { search: async () => ({}) } } as never)
    await remote.entryMappers?.['title']?.({} as never)
    expect(phases).toEqual(['render', 'load', 'load', 'load', 'load', 'load', 'map'])
  })
})

describe('whose fault it is', () => {
  it('says the first release on a stack', () => {
    const error = asRelease('new Error("broken")') as Error
    expect(releaseOf(error.stack ?? '', FOLDER)).toEqual({ app: 'mfe-search', version: '1.2.0' })
    expect(releaseOf(`file:///data/site%20(1)/releases/mfe-a/2.0.0/node/a.js`, FOLDER)?.app).toBe('mfe-a')
    expect(releaseOf(new Error('own').stack ?? '', FOLDER)).toBeNull()
    expect(releaseOf('/data/site (1)/releases-of-others/mfe-a/2.0.0/node/a.js', FOLDER)).toBeNull()
  })

  it('says who has begun it of what has no stack, and of an error of the shell only what its stack says', () => {
    const guard = createGuard()
    const call = guard.callOf('mfe-a', '1.0.0', 'load')
    guard.enter(call, () => {
      expect(faultOf('text', guard, FOLDER)).toMatchObject({
        app: 'mfe-a',
        phase: 'later',
        reason: 'it threw text',
      })
      expect(faultOf(new Error('own'), guard, FOLDER)).toBeNull()
      expect(faultOf(asRelease('new Error("broken")'), guard, FOLDER)).toMatchObject({ app: 'mfe-search' })
    })
    expect(faultOf('text', guard, FOLDER)).toBeNull()
    expect(faultOf(undefined, guard, FOLDER)).toBeNull()
  })

  it('is kept until there is a listener', () => {
    const faults = createFaults()
    const heard: string[] = []
    const fault = { app: 'mfe-a', version: '1.0.0', phase: 'later', reason: 'early' } as const
    faults.report(fault)
    faults.listen(({ reason }) => heard.push(reason))
    faults.report({ ...fault, reason: 'next' })
    expect(heard).toEqual(['early', 'next'])
  })
})

describe('calls that would end the process', () => {
  const real = { ...process }
  afterEach(() => void Object.assign(process, { kill: real.kill, umask: real.umask, exit: real.exit }))

  it('are refused to releases, whether in a bracket or by their file, and left to the shell', () => {
    const guard = createGuard()
    const faults: Fault[] = []
    forbidProcessCalls(guard, FOLDER, (fault) => faults.push(fault))
    const kill = asRelease('(process) => process.kill(process.pid, 0)') as (own: NodeJS.Process) => void
    expect(() => kill(process)).toThrow(expect.objectContaining({ code: 'page/forbidden-call' }))
    const call = guard.callOf('mfe-a', '1.0.0', 'render')
    expect(() => guard.enter(call, () => process.umask())).toThrow(
      expect.objectContaining({ code: 'page/forbidden-call' }),
    )
    expect(faults.map(({ app, phase, reason }) => [app, phase, reason])).toEqual([
      ['mfe-search', 'later', 'it called process.kill'],
      ['mfe-a', 'render', 'it called process.umask'],
    ])
    expect(process.kill(process.pid, 0)).toBe(true)
  })
})
