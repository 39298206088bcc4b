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
