import { spawn, type ChildProcess } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { aFaultServer, sendJson, type FaultServer, until } from '@tessera/shared/testing'
import { aLiveRelease, type ReleaseOptions } from '../releases/testing/a-release.ts'

let folder: string
let platform: FaultServer
let shell: ChildProcess | undefined

const isProject = (url = '') => url.split('?')[0]?.endsWith('/projects/website') === true

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'shell-process-'))
  platform = await aFaultServer((request, response) => {
    if (isProject(request.url)) return sendJson(response, { name: 'Site', primaryLanguage: 'en-GB' })
    // Slow enough to be still in progress when the signal arrives.
    return setTimeout(() => sendJson(response, {}, 404), 400)
  })
})
afterEach(async () => {
  shell?.kill('SIGKILL')
  shell = undefined
  await platform.close()
  rmSync(folder, { recursive: true, force: true })
})

async function start(
  port = 0,
  options: Readonly<Record<string, unknown>> = {},
  remote?: Omit<ReleaseOptions, 'key'>,
  hasParent = true,
): Promise<string> {
  const { privateKey: key, publicKey } = generateKeyPairSync('ed25519')
  const releaseKeyFile = path.join(folder, 'key.pub')
  writeFileSync(releaseKeyFile, publicKey.export({ type: 'spki', format: 'pem' }))
  await aLiveRelease(path.join(folder, 'releases'), { app: 'shell', key })
  if (remote) await aLiveRelease(path.join(folder, 'releases'), { ...remote, key })
  const config = {
    port,
    platformUrl: platform.url,
    projectId: 'website',
    accessToken: 't',
    host: '127.0.0.1',
    publicUrl: 'http://localhost',
    dataDir: path.join(folder, 'data'),
    releasesDir: path.join(folder, 'releases'),
    releaseKeyFile,
    warmUpMs: 0,
    ...options,
  }
  const env = { ...process.env, NODE_OPTIONS: '', TESSERA_CONFIG: JSON.stringify(config) }
  shell = spawn(process.execPath, ['shell/start/main.server.ts'], {
    env,
    stdio: ['ignore', 'ignore', 'pipe', ...(hasParent ? ['ipc' as const] : [])],
  })
  if (!hasParent) return `http://127.0.0.1:${port}`
  const [message] = (await once(shell, 'message')) as [{ type: string; url: string }]
  return message.url
}

describe('what code of a remote sees in a shell process', () => {
  /** Expressions that the remote evaluates when it renders a page of a visitor. */
  const EXPRESSIONS = {
    settings: 'process.env.TESSERA_CONFIG',
    secret: 'process.env.PLANTED_SECRET',
    mode: 'process.env.PATH.length > 0',
    report: 'process.report.excludeEnv = false, process.report.getReport().environmentVariables',
    harmless: `require('node:path').basename('/a/b')`,
    files: `require('fs').readFileSync`,
    otherFile: `require('fs').readFile('/etc/hosts', 'utf8', () => undefined)`,
    programs: `require('child_process')`,
    net: `require('node:net')`,
    module: `require('module')`,
    builtin: `process.getBuiltinModule('fs')`,
    binding: `process.binding('fs')`,
  }
  // Not in its fixtures: a release that calls such things in its trial is refused.
  const render = `if (p.slotId === 'fixture') return '<p>version 1.0.0</p>'
    const seen = {}
    for (const [name, look] of Object.entries({ ${Object.entries(EXPRESSIONS)
      .map(([name, code]) => `${name}: () => (${code})`)
      .join(', ')} }))
      try { seen[name] = String(look()) } catch (error) { seen[name] = 'refused: ' + error.message }
    return '<p>version ' + JSON.stringify(seen).replaceAll('"', '~') + '</p>'`

  it('is no secret of its environment, and of Node nothing that reaches beyond it', async () => {
    process.env['PLANTED_SECRET'] = 'planted'
    const staticRoutes = [{ path: '/seen', view: 'page', hydrate: 'never' as const }]
    const url = await start(0, {}, { render, manifest: { staticRoutes } })
    delete process.env['PLANTED_SECRET']
    const page = await (await fetch(`${url}/seen`)).text()
    const seen = JSON.parse((/\{~.*?~\}/.exec(page)?.[0] ?? '{}').replaceAll('~', '"')) as object
    expect(seen).toEqual({
      settings: 'undefined',
      secret: 'undefined',
      mode: 'true',
      report: expect.stringMatching(/^(undefined|refused: )/),
      harmless: 'b',
      files: 'undefined',
      otherFile: 'refused: Code of a remote may not have the file /etc/hosts',
      programs: 'refused: Code of a remote may not have the module "child_process"',
      net: 'refused: Code of a remote may not have the module "node:net"',
      module: 'refused: Code of a remote may not have the module "module"',
      builtin: expect.stringMatching(/^refused: /),
      binding: expect.stringMatching(/^refused: /),
    })
  })
})

describe('the life of a shell process (reference security 3.4)', () => {
  it.each(['SIGTERM', 'SIGHUP'] as const)(
    'finishes requests in progress at %s, and ends cleanly',
    async (signal) => {
      const before = platform.requests.length
      const url = await start()
      const underWay = fetch(`${url}/some/page`)
      await until(() => platform.requests.slice(before).some(({ url }) => !isProject(url)))
      shell?.kill(signal)
      const exit = once(shell!, 'exit')
      expect((await underWay).status).toBe(404)
      expect(await exit).toEqual([0, null])
    },
  )

  /** A post of so many parts, one each 100 ms; gives the status of its answer, or null when its connection is closed before. */
  const post = (url: string, parts: number): Promise<number | null> =>
    new Promise((resolve) => {
      const headers = { 'content-type': 'application/json', 'content-length': 50 }
      const call = request(`${url}/_content/changed`, { method: 'POST', headers }, (answer) => {
        answer.resume().once('end', () => resolve(answer.statusCode ?? null))
      })
      call.on('error', () => resolve(null))
      let sent = 0
      const timer = setInterval(() => {
        call.write('x')
        if ((sent += 1) === parts) clearInterval(timer)
      }, 100)
    })

  it('finishes what is being sent to it when it is told to end, and ends cleanly although something else never arrives', async () => {
    const url = await start(0, { webhookSecrets: ['a-secret-of-this-test'] })
    const [whole, part] = [post(url, 50), post(url, 5)]
    await wait(500)
    const exit = once(shell!, 'exit')
    shell?.kill('SIGTERM')
    await wait(300)
    shell?.kill('SIGTERM') // as from whoever ends the whole group of processes, and from the supervisor
    // Signed by nobody, as is found once it has arrived.
    expect(await whole).toBe(401)
    expect(await part).toBeNull()
    expect(await exit).toEqual([0, null])
  }, 60_000)

  it('serves also without a parent process that is told when it is ready', async () => {
    const free = createServer().listen(0, '127.0.0.1')
    await once(free, 'listening')
    const { port } = free.address() as AddressInfo
    await new Promise((resolve) => free.close(resolve))
    const url = await start(port, {}, undefined, false)
    let status = 0
    const ask = () =>
      fetch(`${url}/health/live`).then(
        (answer) => (status = answer.status),
        () => 0,
      )
    for (let tries = 0; tries < 150 && status === 0; tries += 1) await Promise.all([ask(), wait(200)])
    expect(status).toBe(200)
  })

  it('never says that it is ready when it is told to end before', async () => {
    let isReady = false
    // The page of the warm-up is answered within the drain time.
    void start(0, { warmUpMs: 60_000, drainMs: 1_500 }).then(() => (isReady = true))
    await until(() => platform.requests.some(({ url }) => !isProject(url)))
    const exit = once(shell!, 'exit')
    shell?.kill('SIGTERM')
    expect(await exit).toEqual([0, null])
    expect(isReady).toBe(false)
  })

  it('ends cleanly although a connection is silent', async () => {
    const url = new URL(await start())
    const socket = connect(Number(url.port), url.hostname)
    await once(socket, 'connect')
    const cut = new Promise((resolve) => socket.once('close', resolve))
    const exit = once(shell!, 'exit')
    shell?.kill('SIGTERM')
    expect(await exit).toEqual([0, null])
    await cut
  })

  it('says in one line that its port is taken, and ends with a code', async () => {
    const lines: string[] = []
    void start(Number(new URL(platform.url).port)).catch(() => undefined)
    await until(() => shell !== undefined)
    shell?.stderr?.on('data', (chunk: Buffer) => lines.push(chunk.toString()))
    expect(await once(shell!, 'exit')).toEqual([1, null])
    expect(lines.join('')).toMatch(/^The shell cannot start: the port is in use\n$/)
  })
})
