import { spawn, type ChildProcess } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { aFaultServer, sendJson, type FaultServer, until } from '@tessera/shared/testing'
import { aLiveRelease } from '../releases/testing/a-release.ts'

let folder: string
let platform: FaultServer
let shell: ChildProcess | undefined

const isProject = (url = '') => url.split('?')[0]?.endsWith('/projects/website') === true

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'shell-process-'))
  platform = await aFaultServer((request, response) => {
    if (isProject(request.url)) return sendJson(response, { name: 'Site', primaryLanguage: 'en-GB' })
    // Slow enough to be under way when the signal comes.
    return setTimeout(() => sendJson(response, {}, 404), 400)
  })
})
afterEach(async () => {
  shell?.kill('SIGKILL')
  shell = undefined
  await platform.close()
  rmSync(folder, { recursive: true, force: true })
})

async function start(port = 0, options: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const { privateKey: key, publicKey } = generateKeyPairSync('ed25519')
  const releaseKeyFile = path.join(folder, 'key.pub')
  writeFileSync(releaseKeyFile, publicKey.export({ type: 'spki', format: 'pem' }))
  await aLiveRelease(path.join(folder, 'releases'), { app: 'shell', key })
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
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  const [message] = (await once(shell, 'message')) as [{ type: string; url: string }]
  return message.url
}

describe('the life of a shell process (reference security 3.4)', () => {
  it('finishes what is under way when it is told to end, and ends cleanly', async () => {
    const url = await start()
    const underWay = fetch(`${url}/some/page`)
    await until(() => platform.requests.some(({ url }) => !isProject(url)))
    shell?.kill('SIGTERM')
    const exit = once(shell!, 'exit')
    expect((await underWay).status).toBe(404)
    expect(await exit).toEqual([0, null])
  })

  it('never says that it is ready when it is told to end before', async () => {
    let isReady = false
    // The page of the warm-up comes within the time to drain.
    void start(0, { warmUpMs: 60_000, drainMs: 1_500 }).then(() => (isReady = true))
    await until(() => platform.requests.some(({ url }) => !isProject(url)))
    const exit = once(shell!, 'exit')
    shell?.kill('SIGTERM')
    expect(await exit).toEqual([0, null])
    expect(isReady).toBe(false)
  })

  it('ends cleanly although a connection says nothing', async () => {
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
