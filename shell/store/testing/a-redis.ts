import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort, untilOpen } from '../../../scripts/testing/ports.ts'

/** A real Redis server for one suite. */
export interface TestRedis {
  readonly url: string
  /** Stop the server from answering, without closing its connections. */
  pause(): void
  resume(): void
  /** Send a command; gives the first line of the answer. */
  command(...words: readonly string[]): Promise<string>
  close(): Promise<void>
}

/** Start a server on a free port of the loopback address, without persistence. */
export async function aRedis(): Promise<TestRedis> {
  const port = await freePort()
  const folder = mkdtempSync(path.join(tmpdir(), 'redis-'))
  const server = spawn(
    'redis-server',
    ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder],
    { stdio: 'ignore' },
  )
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  await untilOpen(port)
  return {
    url: `redis://127.0.0.1:${port}`,
    pause: () => void server.kill('SIGSTOP'),
    resume: () => void server.kill('SIGCONT'),
    async command(...words) {
      const socket = connect(port, '127.0.0.1')
      socket.write(`${words.join(' ')}\r\n`)
      const [answer] = (await once(socket, 'data')) as [Buffer]
      socket.destroy()
      return answer.toString('utf8').split('\r\n')[0] ?? ''
    },
    async close() {
      server.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
