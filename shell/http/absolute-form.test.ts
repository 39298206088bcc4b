import { connect, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { aPlatform, type TestPlatform } from '@tessera/shared/testing'
import { aContentRemote, aShell, type TestShell } from '../testing/a-shell.ts'

let platform: TestPlatform
let shell: TestShell
beforeAll(async () => {
  platform = await aPlatform()
  shell = await aShell({
    platformUrl: platform.url,
    remotes: [aContentRemote()],
    limits: { pageFreshMs: 60_000 },
  })
  await shell.app.listen({ port: 0, host: '127.0.0.1' })
  await shell.get('/')
})
afterAll(async () => {
  await shell.close()
  await platform.close()
})

/** The answer to a request for this target with these `Host` headers. */
const ask = (target: string, ...hosts: readonly string[]): Promise<string> => {
  const socket = connect((shell.app.server.address() as AddressInfo).port, '127.0.0.1')
  const fields = [...hosts.map((host) => `host: ${host}`), 'connection: close']
  socket.write(`GET ${target} HTTP/1.1\r\n${fields.join('\r\n')}\r\n\r\n`)
  return text(socket)
}

describe('a request whose target is a whole URL (RFC 9112, 3.2.2)', () => {
  it.each([
    'http://localhost/',
    'HTTPS://LOCALHOST:8080',
    'http://localhost?',
    'http://localhost/?utm_source=x',
  ])('gets the page at its path, which is kept once, whatever Host says: %s', async (target) => {
    const answer = await ask(target, 'elsewhere.example')
    expect(answer).toMatch(/^HTTP\/1\.1 200 /)
    expect(answer).toMatch(/^cache-status: shell; hit/im)
    expect(answer).toContain('"currentHostname":"localhost"')
  })

  it.each([
    ['http://elsewhere.example/', 421],
    ['http://elsewhere.example/account/login', 421],
    ['http://localhost@elsewhere.example/', 421],
    ['http://elsewhere.example@localhost/', 421],
    ['http:///', 421],
    ['ftp://localhost/', 400],
  ])('is refused unless the host in it is the site’s: %s with %i', async (target, status) => {
    expect((await ask(target, 'localhost')).startsWith(`HTTP/1.1 ${status} `)).toBe(true)
  })

  it('is refused when Host is there twice, and redirected to its canonical address as any other', async () => {
    expect(await ask('http://localhost/', 'localhost', 'localhost')).toMatch(/^HTTP\/1\.1 400 /)
    expect(await ask('http://localhost//a/', 'localhost')).toMatch(/^location: \/a\r$/im)
  })
})
