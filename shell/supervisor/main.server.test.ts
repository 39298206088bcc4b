import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { lookup } from 'node:dns/promises'
import { connect, createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { aFaultServer, sendJson, until, type FaultServer } from '@tessera/shared/testing'
import { aLiveRelease, type ReleaseOptions } from '../releases/testing/a-release.ts'

const LONG_MS = 60_000
let folder: string
/** Folder for temporary files. */
let temporary: string
let platform: FaultServer
let supervisor: ChildProcess | undefined
let printed = ''
let complaints = ''
let isAway: boolean

beforeEach(async () => {
  folder = temporary = mkdtempSync(path.join(tmpdir(), 'supervisor-'))
  ;[printed, complaints, isAway] = ['', '', false]
  platform = await aFaultServer((request, response) => {
    if (isAway) return sendJson(response, {}, 503)
    return request.url?.split('?')[0]?.endsWith('/projects/website')
      ? sendJson(response, { name: 'Site', primaryLanguage: 'en-GB', supportedLanguages: ['cy'] })
      : sendJson(response, {}, 404)
  })
})
afterEach(async () => {
  supervisor?.kill('SIGKILL')
  supervisor = undefined
  await platform.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Starts a site of shell processes; gives its URL, from the first message of the supervisor. */
async function start(
  options: Readonly<Record<string, unknown>> = {},
  remotes: readonly Omit<ReleaseOptions, 'key'>[] = [],
): Promise<string> {
  const { privateKey: key, publicKey } = generateKeyPairSync('ed25519')
  const releaseKeyFile = path.join(folder, 'key.pub')
  writeFileSync(releaseKeyFile, publicKey.export({ type: 'spki', format: 'pem' }))
  await aLiveRelease(path.join(folder, 'releases'), { app: 'shell', key })
  for (const remote of remotes) await aLiveRelease(path.join(folder, 'releases'), { ...remote, key })
  const config = {
    port: 0,
    platformUrl: platform.url,
    projectId: 'website',
    accessToken: 't',
    publicUrl: 'http://localhost',
    dataDir: path.join(folder, 'data'),
    releasesDir: path.join(folder, 'releases'),
    releaseKeyFile,
    warmUpMs: 0,
    processes: 2,
    ...options,
  }
  const env = { ...process.env, NODE_OPTIONS: '', TMPDIR: temporary, TESSERA_CONFIG: JSON.stringify(config) }
  supervisor = spawn(process.execPath, ['shell/supervisor/main.server.ts'], {
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  supervisor.stdout?.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  supervisor.stderr?.on('data', (chunk: Buffer) => (complaints += chunk.toString()))
  const [message] = (await once(supervisor, 'message')) as [{ readonly url: string }]
  return message.url
}

const lines = () =>
  printed
    .split('\n')
    .flatMap((line) => (line.startsWith('{') && line.endsWith('}') ? [JSON.parse(line) as LogLine] : []))
interface LogLine {
  readonly msg: string
  readonly pid: number
  readonly worker?: number
  readonly workerPid?: number
  readonly port?: number
}
const saysReady = () => lines().filter(({ msg }) => msg === 'process ready')

describe('the shells of a site under their supervisor (docs/decisions/0031)', () => {
  it.each(['SIGTERM', 'SIGHUP'] as const)(
    'answer under each address of localhost, log who answered, and end cleanly at %s although a connection says nothing',
    async (signal) => {
      const url = new URL(await start())
      await until(() => saysReady().length === 2)
      for (const { address, family } of await lookup('localhost', { all: true })) {
        const host = family === 6 ? `[${address}]` : address
        expect((await fetch(`http://${host}:${url.port}/health/ready`)).status).toBe(200)
      }
      expect((await fetch(`${url.origin}/nothing`)).status).toBe(404)
      const socket = connect(Number(url.port), '127.0.0.1')
      await once(socket, 'connect')
      socket.on('error', () => undefined)
      const exit = once(supervisor!, 'exit')
      supervisor?.kill(signal)
      expect(await exit).toEqual([0, null])
      const [answered] = lines().filter(({ msg }) => msg === 'request')
      const known = saysReady().map(({ worker, workerPid }) => [worker, workerPid])
      expect(known).toContainEqual([answered?.worker, answered?.pid])
      expect(readdirSync(folder).filter((name) => name.startsWith('tessera-'))).toEqual([])
    },
    LONG_MS,
  )

  it(
    'serves although there is no room for temporary files',
    async () => {
      temporary = '/proc/none'
      const url = await start({ processes: 1 })
      expect((await fetch(`${url}/health/ready`)).status).toBe(200)
    },
    LONG_MS,
  )

  it(
    'have their metrics at an address of its own: of each process, without the pages of its warm-up',
    async () => {
      const url = await start({ metrics: { port: 0 }, warmUpMs: 200 })
      await until(() => saysReady().length === 2)
      for (let at = 0; at < 4; at += 1) expect((await fetch(`${url}/nothing`)).status).toBe(404)
      const { port } = lines().find(({ msg }) => msg === 'metrics served') ?? {}
      const answer = await fetch(`http://127.0.0.1:${port}/metrics`)
      expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
      const metrics = await answer.text()
      const sum = (name: string) =>
        [...metrics.matchAll(new RegExp(`^${name}(?:{.*})? (\\S+)$`, 'gm'))].reduce(
          (all, [, value]) => all + Number(value),
          0,
        )
      expect(sum('shell_processes_serving')).toBe(2)
      expect(sum('shell_process_restarts_total')).toBe(0)
      expect(sum('shell_http_requests_total')).toBe(4)
      expect(sum('shell_http_request_seconds_count')).toBe(4)
      expect(sum('platform_requests_total')).toBeGreaterThan(0)
      for (const worker of [1, 2])
        expect(metrics).toMatch(
          new RegExp(`^mfe_release_live{remote="shell",version=".*",worker="${worker}"} 1$`, 'm'),
        )
      expect(metrics).toMatch(/^process_start_time_seconds{worker="2"} /m)
      expect((await fetch(`${url}/metrics`)).status).toBe(404)
    },
    LONG_MS,
  )

  it('do not start where their metrics cannot be served, and say why', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as AddressInfo
    void start({ metrics: { port } }).catch(() => undefined)
    await until(() => complaints !== '')
    expect(complaints).toBe(
      `The shell cannot start: metrics cannot be served at 127.0.0.1:${port}: EADDRINUSE\n`,
    )
    taken.close()
  })

  it(
    'end when their supervisor is gone without a word',
    async () => {
      await start()
      await until(() => saysReady().length === 2)
      const pids = saysReady().map(({ workerPid = 0 }) => workerPid)
      supervisor?.kill('SIGKILL')
      await until(() => spawnSync('ps', ['-o', 'pid=', '-p', pids.join(',')]).status !== 0)
    },
    LONG_MS,
  )

  it(
    'start again to know the languages of a project that the platform could not tell of when they started',
    async () => {
      isAway = true
      const url = await start({ processes: 1 })
      const languageOfPage = async () =>
        /<html lang="([^"]*)"/.exec(await (await fetch(`${url}/cy/dim-byd`)).text())?.[1]
      expect(await languageOfPage()).toBe('en-GB')
      isAway = false
      await until(() => saysReady().length === 2)
      expect(await languageOfPage()).toBe('cy')
    },
    LONG_MS,
  )

  it.each([
    ['with a signal', "setTimeout(process.emit.bind(process), 0, 'SIGTERM')"],
    [
      'with a built-in that it has changed for good',
      "if (!process.chdir.disabled) Object.defineProperty(Object.prototype, 'evil', { value: 1, enumerable: true })",
    ],
  ])(
    'start, at the third try, without a release that ends each process that loads it, unseen by its trial: %s',
    async (_how, onLoad) => {
      const url = await start({}, [{ app: 'mfe-search' }, { app: 'mfe-forms', onLoad }])
      expect(lines().filter(({ msg }) => msg === 'strike against a release')).toMatchObject([
        { app: 'mfe-forms', version: '1.0.0', phase: 'import', count: 1, isQuarantined: false },
        { app: 'mfe-forms', version: '1.0.0', phase: 'import', count: 2, isQuarantined: true },
      ])
      const ready = await fetch(`${url}/health/ready`)
      expect(await ready.json()).toMatchObject({ missing: ['mfe-forms'] })
    },
    3 * LONG_MS, // three starts
  )

  it(
    'give up the releases that they served last when a start with them fails, once, and say so',
    async () => {
      const set = path.join(folder, 'data', 'accepted.json')
      mkdirSync(path.dirname(set))
      const before = { schema: 2, sequence: 0, digest: null, apps: { shell: '1.0.0', 'mfe-search': '1.0.0' } }
      writeFileSync(set, JSON.stringify(before))
      // What fails is not looked at: any part of the start that comes after the releases.
      const sessions = { keys: ['short'] }
      void start({ sessions }, [{ app: 'mfe-search' }]).catch(() => undefined)
      await until(() => supervisor !== undefined)
      expect(await once(supervisor!, 'close')).toEqual([1, null])
      expect(lines().filter(({ msg }) => msg.startsWith('start failed with the releases'))).toHaveLength(1)
      expect(complaints.match(/The shell cannot start/g)).toHaveLength(2)
      expect(JSON.parse(readFileSync(set, 'utf8'))).toMatchObject({ apps: { shell: '1.0.0' } })
    },
    2 * LONG_MS,
  )

  it.each<[string, Readonly<Record<string, unknown>>, RegExp]>([
    ['a port is taken', {}, /^The shell cannot start: the port is in use\n$/],
    [
      'their configuration is wrong',
      { processes: 0 },
      /^The shell cannot start: TESSERA_CONFIG: processes .*\n$/,
    ],
    [
      'their key is missing',
      { port: 0, releaseKeyFile: '/nowhere' },
      /^The shell cannot start: .*\/nowhere.*\n$/,
    ],
    [
      'their releases are missing',
      { port: 0, releasesDir: '/nowhere' },
      /^The shell cannot start: .*\(\/nowhere\/releases\.json: there is no such file\)\n$/,
    ],
  ])(
    'say in one line that %s, once, and end with a code',
    async (_what, options, message) => {
      const { port } = new URL(platform.url)
      void start({ host: '127.0.0.1', port: Number(port), ...options }).catch(() => undefined)
      await until(() => supervisor !== undefined)
      expect(await once(supervisor!, 'close')).toEqual([1, null])
      expect(complaints).toMatch(message)
    },
    LONG_MS,
  )
})
