import { execFileSync, spawn } from 'node:child_process'
import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs'
import { createServer, connect, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** A real Redis server of its own for one suite. */
export interface TestRedis {
  readonly url: string
  /** Stop it from answering, without an end to its connections. */
  pause(): void
  resume(): void
  close(): Promise<void>
}

const READY_MS = 10_000

/** Whether a server can be had: it is installed, or may be. */
export const canHaveRedis = (): boolean => isInstalled() || process.getuid?.() === 0

/** Start one on a free port of the loopback address, keeping nothing; installs it first where it is missing. */
export async function aRedis(): Promise<TestRedis> {
  if (!isInstalled()) install()
  const port = await freePort()
  const folder = mkdtempSync(path.join(tmpdir(), 'redis-'))
  const server = spawn(
    'redis-server',
    ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder],
    { stdio: 'ignore' },
  )
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  await untilItAnswers(port)
  return {
    url: `redis://127.0.0.1:${port}`,
    pause: () => void server.kill('SIGSTOP'),
    resume: () => void server.kill('SIGCONT'),
    async close() {
      server.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function isInstalled(): boolean {
  return (process.env['PATH'] ?? '').split(path.delimiter).some((folder) => {
    try {
      accessSync(path.join(folder, 'redis-server'), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

function install(): void {
  const options = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const
  execFileSync('apt-get', ['update'], options)
  execFileSync('apt-get', ['install', '-y', '--no-install-recommends', 'redis-server'], options)
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise<void>((resolve) => probe.close(() => resolve()))
  return port
}

async function untilItAnswers(port: number): Promise<void> {
  for (const end = performance.now() + READY_MS; performance.now() < end; await wait(20)) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1')
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
      socket.once('connect', () => socket.destroy())
    })
    if (isOpen) return
  }
  throw new Error('redis-server did not answer in time')
}
