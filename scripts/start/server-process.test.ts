import { jest } from '@jest/globals'
import { startServer } from './server-process.ts'

const start = (behaviour: string, readyTimeoutMs = 20_000) =>
  startServer({
    name: 'fake',
    script: 'scripts/start/fixtures/fake-server.ts',
    args: [behaviour],
    readyTimeoutMs,
  })

describe('a server process', () => {
  it('gives its address when it is ready, and ends when asked', async () => {
    const server = start('ready')
    await expect(server.ready).resolves.toBe('http://127.0.0.1:1')
    await server.stop()
    await expect(server.ended).resolves.toEqual({ code: 0, signal: null })
  })

  it('is killed when it does not end in its time', async () => {
    const server = start('stubborn')
    await server.ready
    await server.stop(50)
    await expect(server.ended).resolves.toEqual({ code: null, signal: 'SIGKILL' })
  })

  it('reports that it ended early, and whether it has printed the cause itself', async () => {
    const write = jest.spyOn(process.stderr, 'write').mockReturnValue(true)
    await expect(start('failing').ready).rejects.toMatchObject({
      message: 'The fake ended before it was ready (exit code 3).',
      hasSpoken: true,
    })
    expect(String(write.mock.calls[0]?.[0])).toBe('The fake server cannot start.\n')
    write.mockRestore()
  })

  it('is not waited for without end', async () => {
    const server = start('silent', 300)
    await expect(server.ready).rejects.toThrow('The fake was not ready after 0.3 s.')
    await server.stop()
  })

  it('reports that it ended by itself after it was ready', async () => {
    const server = start('dying')
    await server.ready
    await expect(server.ended).resolves.toEqual({ code: 4, signal: null })
  })
})
