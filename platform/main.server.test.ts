import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request, type IncomingMessage } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PROJECT, SEED, TOKEN } from './testing/a-platform.ts'
import { until } from './testing/until.ts'

const MAIN = join(import.meta.dirname, 'main.server.ts')

type Run = {
  readonly child: ChildProcess
  readonly ready: Promise<string>
  readonly ended: Promise<{
    readonly code: number | null
    readonly stdout: string
    readonly stderr: string
  }>
}

/** A shell that starts a program whose files cannot grow beyond 64 KB. */
const ON_A_FULL_DISK = ['sh', '-c', 'ulimit -f 128; exec "$0" "$@"'] as const

function start(
  args: readonly string[],
  cwd?: string,
  nodeOptions: readonly string[] = [],
  before: readonly string[] = [],
): Run {
  const [command = '', ...rest] = [...before, process.execPath, ...nodeOptions, MAIN, ...args]
  const child = spawn(command, rest, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_OPTIONS: '' },
  })
  let [stdout, stderr] = ['', '']
  child.stderr?.on('data', (part: Buffer) => (stderr += part.toString()))
  const ready = new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', (part: Buffer) => {
      stdout += part.toString()
      const url = /Platform ready at (\S+)/.exec(stdout)?.[1]
      if (url !== undefined) resolve(url)
    })
    child.on('close', () => reject(new Error(stderr)))
  })
  ready.catch(() => undefined)
  const ended: Run['ended'] = new Promise((resolve) =>
    child.on('close', (code) => resolve({ code, stdout, stderr })),
  )
  return { child, ready, ended }
}

describe('the platform as a program', () => {
  let folder = ''
  beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'platform-main-'))))
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const post = async (url: string): Promise<number> => {
    const response = await fetch(`${url}/REST/UI/FormsModule/postform/69/0`, {
      method: 'POST',
      body: new URLSearchParams({ 'ctrl_1-69-aa111': 'Ada' }),
    })
    return ((await response.json()) as { formPostId: number }).formPostId
  }

  test('acknowledged writes survive a kill, and SIGTERM ends the process cleanly', async () => {
    const data = join(folder, 'data')
    const first = start(['--port', '0', '--data', data, '--seed', SEED])
    const firstUrl = await first.ready
    const acknowledged = [await post(firstUrl), await post(firstUrl)]
    first.child.kill('SIGKILL')
    await first.ended
    const second = start(['--port', '0', '--data', data, '--seed', SEED])
    const url = await second.ready
    expect(await post(url)).toBe(Math.max(...acknowledged) + 1)
    const entries = await fetch(`${url}${PROJECT}/entries`, { headers: { accessToken: TOKEN } })
    expect(entries.status).toBe(200)
    expect(await (await fetch(`${url}/health/ready`)).json()).toEqual({ status: 'ready' })
    second.child.kill('SIGTERM')
    expect((await second.ended).code).toBe(0)
  })

  test('a disk that is full is said in the log, and what was acknowledged before is there afterwards', async () => {
    const args = ['--port', '0', '--data', join(folder, 'data'), '--seed', SEED]
    const first = start(args)
    await first.ready
    first.child.kill('SIGTERM')
    await first.ended
    const full = start(args, undefined, [], ON_A_FULL_DISK)
    const url = await full.ready
    const send = () =>
      fetch(`${url}/REST/UI/FormsModule/postform/69/0?context=SECRET`, {
        method: 'POST',
        body: new URLSearchParams({ 'ctrl_1-69-aa111': 'Ada' }),
      })
    const stored: number[] = []
    let answer = await send()
    for (; answer.status === 200 && stored.length < 100; answer = await send())
      stored.push(((await answer.json()) as { formPostId: number }).formPostId)
    expect(answer.status).toBe(500)
    const { logId } = (await answer.json()) as { logId: string }
    full.child.kill('SIGTERM')
    const { stdout } = await full.ended
    const line = stdout.split('\n').find((one) => one.includes(logId)) ?? '{}'
    expect(JSON.parse(line)).toMatchObject({
      level: 50,
      service: 'platform',
      req: { method: 'POST', url: '/REST/UI/FormsModule/postform/69/0' },
      err: { message: expect.stringMatching(/disk/) },
    })
    expect(stdout).not.toContain('SECRET')
    const last = start(args)
    expect(await post(await last.ready)).toBe(Math.max(...stored) + 1)
    last.child.kill('SIGTERM')
    expect((await last.ended).code).toBe(0)
  })

  test('answers a form that is arriving when several signals come, as to all processes of a terminal', async () => {
    // A process handles signals in the order of their numbers: with this one it has handled those that are sent before it.
    const count = `process.on('SIGWINCH', () => console.log('handled'))`
    const run = start(['--port', '0', '--data', join(folder, 'data'), '--seed', SEED], undefined, [
      '--import',
      `data:text/javascript,${encodeURIComponent(count)}`,
    ])
    let handled = 0
    run.child.stdout?.on('data', (part: Buffer) => (handled += part.toString().split('handled').length - 1))
    const body = 'ctrl_1-69-aa111=Ada'
    const sent = request(`${await run.ready}/REST/UI/FormsModule/postform/69/0`, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'content-length': body.length,
        expect: '100-continue',
      },
    })
    const answer = once(sent, 'response') as Promise<[IncomingMessage]>
    await once(sent, 'continue') // its head has been received
    for (const [at, signal] of (['SIGINT', 'SIGINT', 'SIGTERM'] as const).entries()) {
      run.child.kill(signal)
      run.child.kill('SIGWINCH')
      await Promise.race([until(() => handled > at), answer])
    }
    sent.end(body)
    const [{ statusCode }] = await answer
    expect(statusCode).toBe(200)
    expect(await run.ended).toMatchObject({ code: 0, stderr: '' })
  })

  test('serves the demonstration content of the checkout also when called from another folder', async () => {
    const run = start(['--port', '0', '--data', join(folder, 'data')], folder)
    expect((await fetch(`${await run.ready}/health/ready`)).status).toBe(200)
    run.child.kill('SIGHUP') // of a terminal that is closed
    expect((await run.ended).code).toBe(0)
  })

  test('the forms command without a subcommand lists all of them', async () => {
    const { code, stderr } = await start(['forms']).ended
    expect(code).toBe(1)
    expect(stderr).toMatch(/^Usage: npm run forms -- COMMAND(.|\n)*\n {2}remove ID .*\n$/)
  })

  test('a port in use, a wrong option and a bad seed each give one clear line and exit code 1', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const { port } = server.address() as { port: number }
    writeFileSync(join(folder, 'bad.json'), 'nonsense')
    const data = join(folder, 'data')
    const cases = [
      {
        args: ['--port', String(port), '--data', data, '--seed', SEED],
        reason: /^platform: the port is already in use\n$/,
      },
      { args: ['--nonsense'], reason: /^platform: Unknown option '--nonsense'[^\n]*\n$/ },
      { args: ['--port', 'x'], reason: /^platform: --port must be a number[^\n]*\n$/ },
      {
        args: ['--port', '0', '--data', join(folder, 'other'), '--seed', join(folder, 'bad.json')],
        reason: /^platform: seed [^\n]*bad\.json: not valid JSON[^\n]*\n$/,
      },
    ]
    const ends = await Promise.all(cases.map(({ args }) => start(args).ended))
    server.close()
    ends.forEach((end, at) => {
      expect(end.stderr).toMatch(cases[at]?.reason ?? /never/)
      expect(end.code).toBe(1)
    })
  })
})
