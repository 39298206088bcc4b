import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ROOT } from './paths/root.ts'

const data = mkdtempSync(path.join(tmpdir(), 'tessera-start-'))
afterAll(() => rmSync(data, { recursive: true }))

const start = (...args: readonly string[]) =>
  spawnSync(process.execPath, ['scripts/start.ts', '--data', data, ...args], {
    cwd: ROOT,
    encoding: 'utf8',
    timeout: 20_000,
  })

const oneLine = /^[^\n]+\n$/

describe('npm start, when it cannot', () => {
  it('says in one line that an option is unknown', () => {
    const { status, stdout, stderr } = start('--prot', '4000')
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr).toMatch(oneLine)
    expect(stderr).toContain("Unknown option '--prot'")
  })

  it.each(['--port', '--platform-port'])('says in one line that the port of %s is in use', async (option) => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const { status, stdout, stderr } = start('--port', '0', '--platform-port', '0', option, String(port))
    server.close()
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr).toBe(`Port ${port} is in use: end the other program or choose another with ${option}.\n`)
  })

  it('says in one line that the seed cannot be read', () => {
    const seed = path.join(data, 'broken.json')
    writeFileSync(seed, '{ "projects": [')
    const { status, stdout, stderr } = start('--port', '0', '--platform-port', '0', '--seed', seed)
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr).toMatch(oneLine)
    expect(stderr).toContain(`The seed ${seed} cannot be read`)
  })
})
