import { connect, type AddressInfo } from 'node:net'
import { aPlatform, type TestPlatform } from '@tessera/shared/testing'
import { aContentRemote, aShell, type TestShell } from '../testing/a-shell.ts'

let platform: TestPlatform
let shell: TestShell
beforeAll(async () => {
  platform = await aPlatform()
  shell = await aShell({ platformUrl: platform.url, remotes: [aContentRemote()] })
  await shell.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await shell.close()
  await platform.close()
})

/** Send exactly these bytes; everything that comes back. */
const send = (text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { port } = shell.app.server.address() as AddressInfo
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    let answer = ''
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()))
    socket.on('end', () => resolve(answer))
    socket.on('error', reject)
  })
const withCookies = (bytes: number) =>
  `GET / HTTP/1.1\r\nhost: localhost\r\ncookie: a=${'x'.repeat(bytes)}\r\nconnection: close\r\n\r\n`

describe('cookie bombs (reference security 1.2)', () => {
  it('serves pages as long as a cache in front would take the cookies', async () => {
    expect(await send(withCookies(8_000).replace('GET /', 'GET /health/ready'))).toMatch(/^HTTP\/1\.1 200 /)
  })

  it.each([9_000, 15_000, 20_000, 200_000])(
    'answers %i bytes of cookies with a page that says so, in every language, and clears them',
    async (bytes) => {
      const answer = await send(withCookies(bytes))
      expect(answer).toMatch(/^HTTP\/1\.1 431 /)
      expect(answer).toMatch(/^clear-site-data: "cookies"/im)
      expect(answer).toMatch(/^cache-control: no-store/im)
      expect(answer).toContain('<section lang="en-GB"><h1>Your browser sent too much</h1>')
      expect(answer).toContain('<section lang="cy"><h1>Anfonodd eich porwr ormod</h1>')
    },
  )

  it('answers what is no HTTP, and goes on serving', async () => {
    expect(await send('HELLO\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /)
    expect((await shell.get('/')).statusCode).toBe(200)
  })
})
