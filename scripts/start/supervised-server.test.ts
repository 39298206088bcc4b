import { superviseServer, type SupervisedServer } from './supervised-server.ts'

let server: SupervisedServer
let said: string[]
const keep = (behaviour: string) => {
  said = []
  const script = 'scripts/start/fixtures/fake-server.ts'
  server = superviseServer(
    { name: 'fake', script, args: [behaviour], readyTimeoutMs: 20_000 },
    (line) => said.push(line),
    1,
  )
  return server
}
afterEach(() => server.stop())

describe('a server that is kept running', () => {
  it('is started again whenever it ends, and given up when it never lives long', async () => {
    const { ready, lost } = keep('dying')
    await expect(ready).resolves.toBe('http://127.0.0.1:1')
    await expect(lost).resolves.toBe('The fake cannot be kept running (exit code 4).')
    expect(said).toEqual(Array(9).fill('The fake ended unexpectedly (exit code 4). It is started again.'))
  }, 60_000)

  it('is not started again when it fails at first', async () => {
    await expect(keep('failing').ready).rejects.toThrow('The fake ended before it was ready (exit code 3).')
    expect(said).toEqual([])
  })

  it('is not started again when it is told to end', async () => {
    const { ready, stop } = keep('ready')
    await ready
    await stop()
    expect(said).toEqual([])
  })
})
