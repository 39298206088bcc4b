import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import path from 'node:path'

const override = (...args: readonly string[]) => {
  const { status, stderr } = spawnSync(
    process.execPath,
    [path.join(import.meta.dirname, 'override.ts'), ...args],
    { env: { ...process.env, NODE_OPTIONS: '' }, encoding: 'utf8' },
  )
  return { status, stderr }
}

describe('npm run override, when it cannot', () => {
  it.each([
    [[], /^Usage: npm run override -- REMOTE .*mfe-search.*\.\n$/],
    [['..'], /^Usage: npm run override -- REMOTE .*\n$/],
    [['mfe-search', '--port', 'abc'], /^--port must be a number from 0 to 65535, not "abc"\.\n$/],
    [['mfe-search', '--for', 'nowhere'], /^--for must be an address such as .*, not "nowhere"\.\n$/],
    [['mfe-search', '--to', 'x'], /^Unknown option '--to'\. Options: --for, --port\.\n$/],
  ])('says so of %j in one line', (args, line) => {
    expect(override(...args)).toEqual({ status: 1, stderr: expect.stringMatching(line) })
  })

  it('says in one line that its port is in use', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    expect(override('mfe-search', '--port', String(port))).toEqual({
      status: 1,
      stderr: `Port ${port} is in use: end the other program or choose another with --port.\n`,
    })
    server.close()
  })
})
