import { createServer, type AddressInfo } from 'node:net'
import { claimPort } from './ports.ts'

async function occupy(host: string) {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  const { port } = server.address() as AddressInfo
  return { port, [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())) }
}

describe('claiming a port', () => {
  it.each(['127.0.0.1', '0.0.0.0'])('refuses one that another program has on %s', async (host) => {
    await using taken = await occupy(host)
    const line = `Port ${taken.port} is in use: end the other program or choose another with --port.`
    await expect(claimPort('port', taken.port)).rejects.toThrow(line)
  })

  it('gives a free one for 0, and that one can be claimed by its number', async () => {
    const port = await claimPort('port', 0)
    // Outside the range of ephemeral ports, from which another program could take the port before it is listened on.
    expect(port).toBeGreaterThanOrEqual(20_000)
    expect(port).toBeLessThan(32_768)
    await expect(claimPort('port', port)).resolves.toBe(port)
  })
})
