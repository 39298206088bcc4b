import { fork } from 'node:child_process'
import { TERMINATION_FLAG } from '../../shell/guard/watchdog.server.ts'
import { COMPILE_CACHE, ROOT } from '../paths/root.ts'

/** How a process ended. */
export interface ProcessEnd {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

/** A server that runs as a process of its own. */
export interface ServerProcess {
  readonly name: string
  /** Its address, once it answers. Rejects when the process ends before, or is not ready in time. */
  readonly ready: Promise<string>
  readonly ended: Promise<ProcessEnd>
  /** Send SIGTERM, and kill it when it has not ended after `graceMs`. Resolves when it has ended. */
  readonly stop: (graceMs?: number) => Promise<void>
}

/** The process to run. */
export interface ServerCommand {
  /** For messages: "The platform ended …". */
  readonly name: string
  /** Path of the script: below the root, or absolute. */
  readonly script: string
  readonly args?: readonly string[]
  readonly env?: NodeJS.ProcessEnv
  readonly readyTimeoutMs: number
  /** Called with each IPC message of the process, also the one that says that it is ready. */
  readonly onMessage?: (message: unknown) => void
}

/** The process ended before it was ready; `hasSpoken` when it has printed the reason itself. */
export class EndedEarlyError extends Error {
  override readonly name = 'EndedEarlyError'
  readonly hasSpoken: boolean
  constructor(message: string, hasSpoken: boolean) {
    super(message)
    this.hasSpoken = hasSpoken
  }
}

/** Drain time of a server in milliseconds: running requests may take this long. */
const GRACE_MS = 25_000

/** V8's garbage collections of an idle process cost the first pages after a pause (docs/decisions/0030). */
export const NO_IDLE_COLLECTIONS = '--no-memory-reducer'

/** Start a server process. It sends its address as an IPC message `{ type: 'ready', url }`. */
export function startServer({
  name,
  script,
  args = [],
  env = process.env,
  readyTimeoutMs,
  onMessage,
}: ServerCommand): ServerProcess {
  const child = fork(script, args, {
    cwd: ROOT,
    env: { NODE_COMPILE_CACHE: COMPILE_CACHE, ...env },
    execArgv: [TERMINATION_FLAG, NO_IDLE_COLLECTIONS],
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
  })
  let hasSpoken = false
  child.stderr?.on('data', (chunk: Buffer) => {
    hasSpoken = true
    process.stderr.write(chunk)
  })
  const ended = new Promise<ProcessEnd>((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal }))
    child.once('error', () => resolve({ code: null, signal: null }))
  })
  const ready = new Promise<string>((resolve, reject) => {
    const late = () =>
      reject(new EndedEarlyError(`The ${name} was not ready after ${readyTimeoutMs / 1000} s.`, false))
    const timer = setTimeout(late, readyTimeoutMs)
    child.on('message', (message) => {
      onMessage?.(message)
      const url = readReady(message)
      if (url === null) return
      clearTimeout(timer)
      resolve(url)
    })
    void ended.then((end) => {
      clearTimeout(timer)
      reject(new EndedEarlyError(`The ${name} ended before it was ready (${describeEnd(end)}).`, hasSpoken))
    })
  })
  ready.catch(() => undefined) // Callers that await it get the error; a stop before that is no error.
  const stop = async (graceMs = GRACE_MS) => {
    child.kill('SIGTERM')
    const timer = setTimeout(() => child.kill('SIGKILL'), graceMs)
    await ended
    clearTimeout(timer)
  }
  return { name, ready, ended, stop }
}

function readReady(message: unknown): string | null {
  if (typeof message !== 'object' || message === null) return null
  const { type, url } = message as { type?: unknown; url?: unknown }
  return type === 'ready' && typeof url === 'string' ? url : null
}

/** For messages: "exit code 1" or "SIGKILL". */
export const describeEnd = ({ code, signal }: ProcessEnd): string =>
  signal ?? `exit code ${code ?? 'unknown'}`
