import { fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { TEST_LIMITS } from '../e2e/support/limits.ts'
import { until } from '@tessera/shared/testing'
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

interface Ready {
  readonly type: 'ready'
  readonly url: string
  readonly platformUrl: string
}

/** Start the command and wait until the site answers. */
async function startSite() {
  const args = ['--port', '0', '--platform-port', '0', '--data', path.join(data, 'site')]
  const child = fork('scripts/start.ts', args, {
    cwd: ROOT,
    env: { ...process.env, TESSERA_LIMITS: JSON.stringify(TEST_LIMITS) },
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let printed = ''
  let complaints = ''
  child.stdout?.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (complaints += chunk.toString()))
  const ended = once(child, 'exit') as Promise<[code: number | null, signal: string | null]>
  const ready = once(child, 'message').then(([message]) => message as Ready)
  const site = await Promise.race([ready, ended.then(() => Promise.reject(new Error(complaints)))])
  return { child, ended, site, printed: () => printed, complaints: () => complaints }
}

const childrenOf = (pid: number | undefined): readonly number[] =>
  spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
    .stdout.split('\n')
    .filter((line) => line.trim() !== '')
    .map(Number)

const answers = async (url: string) =>
  fetch(url).then(
    (response) => response.status,
    () => null,
  )

describe('npm start, when it can', () => {
  const LONG_MS = 240_000

  it(
    'prints where the site is, brings back whatever dies (the platform, while the site shows what it has, and the shells), and ends everything cleanly on SIGTERM',
    async () => {
      const { child, ended, site, printed, complaints } = await startSite()
      const [platform = 0, shells = 0] = childrenOf(child.pid)
      expect(await answers(site.url)).toBe(200)
      expect(printed()).toContain(`Site:     ${site.url}\nPlatform: ${site.platformUrl}\n`)
      process.kill(platform, 'SIGKILL')
      const seen = new Set<number | null>()
      await until(async () => {
        seen.add(await answers(site.url))
        return (await answers(site.platformUrl)) !== null && childrenOf(child.pid).length === 3
      }, LONG_MS)
      expect([...seen]).toEqual([200])
      process.kill(shells, 'SIGKILL')
      await until(() =>
        complaints().includes('The shell ended unexpectedly (SIGKILL). It is started again.\n'),
      )
      await until(async () => (await answers(site.url)) === 200, LONG_MS)
      expect(complaints()).toContain('The platform ended unexpectedly (SIGKILL). It is started again.\n')
      child.kill('SIGTERM')
      expect(await ended).toEqual([0, null])
      expect([await answers(site.url), await answers(site.platformUrl)]).toEqual([null, null])
    },
    LONG_MS,
  )
})
