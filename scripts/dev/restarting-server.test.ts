import { setImmediate } from 'node:timers/promises'
import { until } from '@tessera/shared/testing'
import { startRestarting, type RestartingServer } from './restarting-server.ts'

const ended: string[] = []
let server: RestartingServer | undefined
afterEach(async () => {
  await server?.stop()
  ended.length = 0
})

const start = (behaviour: string): RestartingServer => {
  const command = {
    name: 'fake',
    script: 'scripts/start/fixtures/fake-server.ts',
    args: [behaviour],
    readyTimeoutMs: 20_000,
  }
  return (server = startRestarting(command, (line) => ended.push(line)))
}

describe('a server that restarts', () => {
  it('answers again after a restart, which is no unexpected end', async () => {
    const fake = start('ready')
    await fake.address()
    await expect(fake.restart()).resolves.toBe('http://127.0.0.1:1')
    expect(ended).toEqual([])
  })

  it('is one process after many calls, and does once what has to be done in between', async () => {
    const fake = start('ready')
    await fake.address()
    let times = 0
    const between = async () => void times++
    await Promise.all([fake.restart(between), fake.restart(between), fake.restart(between)])
    expect(times).toBe(1)
  })

  it('is no failure for who waits for a process that another restart replaces before it is ready', async () => {
    const fake = start('ready')
    await fake.address()
    const stopped = Promise.withResolvers<null>()
    const first = fake.restart(async () => stopped.resolve(null))
    await stopped.promise
    await setImmediate() // the next process has been started, and is not ready
    const second = fake.restart()
    await expect(Promise.all([first, second])).resolves.toHaveLength(2)
  })

  it('does once more what it is called for while it does the same in between', async () => {
    const fake = start('ready')
    await fake.address()
    let times = 0
    const begun = Promise.withResolvers<null>()
    const over = Promise.withResolvers<null>()
    const between = async () => {
      times++
      begun.resolve(null)
      await over.promise
    }
    const first = fake.restart(between)
    await begun.promise
    const second = fake.restart(between)
    over.resolve(null)
    await Promise.all([first, second])
    expect(times).toBe(2)
  })

  it('tells when it ends by itself, and comes back with the next restart', async () => {
    const fake = start('dying')
    await fake.address()
    await until(() => ended.length > 0)
    expect(ended).toEqual(['The fake ended (exit code 4). It starts again with the next change.'])
    await expect(fake.restart()).resolves.toBe('http://127.0.0.1:1')
  })

  it('starts although what had to be done in between has failed', async () => {
    const fake = start('ready')
    await fake.address()
    await fake.restart(() => Promise.reject(new Error('no')))
    await expect(fake.restart()).resolves.toBe('http://127.0.0.1:1')
  })

  it('leaves it to who waits for it to say that it has never been ready', async () => {
    await expect(start('failing').address()).rejects.toThrow(/ended before it was ready/)
    expect(ended).toEqual([])
  })

  it('stays stopped', async () => {
    const fake = start('ready')
    await fake.address()
    await fake.stop()
    await fake.restart().catch(() => undefined)
    expect(ended).toEqual([])
  })
})
