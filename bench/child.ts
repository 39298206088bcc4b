import { spawn, type ChildProcess } from 'node:child_process'
import { ROOT } from '../scripts/paths/root.ts'

/** What a process has used since it started, as it reports itself. */
export interface Usage {
  /** Processor time of all its threads. */
  readonly cpuMs: number
  readonly rssBytes: number
  /** Full garbage collections; each slows the requests that run at the time. */
  readonly fullCollections: number
}

/** A started process of a run. */
export interface Child {
  readonly pid: number
  /** The process's address, from its `ready` message. */
  readonly url: string
  readonly usage: () => Promise<Usage>
  /** Live heap after a forced garbage collection, in bytes. */
  readonly heapBytes: () => Promise<number>
  /** Send a request by IPC; the answer is the message of the type `${ask.type}-done`. */
  readonly ask: <T>(ask: { readonly type: string }) => Promise<T>
  readonly stop: () => Promise<void>
}

/** The process to start. */
export interface ChildCommand {
  /** Path of the script below the repository's root. */
  readonly script: string
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** Processor core to pin the process to; null where the machine cannot. */
  readonly core: number | null
  /** Options of Node before the script, for profiles. */
  readonly nodeOptions?: readonly string[]
  /** Longest time until the process is ready, for more than the default: an import of many entries. */
  readonly readyMs?: number | undefined
}

const ANSWER_MS = 120_000
const GRACE_MS = 5_000
const USAGE = './bench/report-usage.ts'

/** Start a process that sends its address as `{ type: 'ready', url }` and its usage on request. Rejects when it ends before. */
export async function startChild({
  script,
  args = [],
  env = {},
  core,
  nodeOptions = [],
  readyMs = ANSWER_MS,
}: ChildCommand): Promise<Child> {
  const node = [process.execPath, '--expose-gc', '--import', USAGE, ...nodeOptions, script, ...args]
  const [command = '', ...rest] = core === null ? node : ['taskset', '-c', String(core), ...node]
  const child = spawn(command, rest, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    // Writing log lines costs time that belongs to the measurement; where they go does not matter.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const ask = <T>(message: { readonly type: string }) =>
    answer<T>(child, { script, type: `${message.type}-done`, withinMs: ANSWER_MS }, message)
  const isReady = { script, type: 'ready', withinMs: readyMs }
  const { url } = await answer<{ readonly url: string }>(child, isReady)
  return {
    pid: child.pid ?? 0,
    url: url.replace('localhost', '127.0.0.1'),
    usage: () => ask<Usage>({ type: 'usage' }),
    heapBytes: async () => (await ask<{ readonly bytes: number }>({ type: 'heap' })).bytes,
    ask,
    async stop() {
      child.kill('SIGTERM')
      const timer = setTimeout(() => child.kill('SIGKILL'), GRACE_MS)
      await ended
      clearTimeout(timer)
    },
  }
}

/** A message to wait for. */
interface Expected {
  readonly script: string
  readonly type: string
  readonly withinMs: number
}

function answer<T>(child: ChildProcess, { script, type, withinMs }: Expected, message?: object): Promise<T> {
  return new Promise((resolve, reject) => {
    const finish = (settle: () => void) => {
      clearTimeout(timer)
      child.off('message', onMessage).off('exit', onExit).off('error', onExit)
      settle()
    }
    const fail = (why: string) => finish(() => reject(new Error(`${script}: ${why}`)))
    const timer = setTimeout(() => fail(`no ${type} within ${withinMs / 1_000} s`), withinMs)
    const onMessage = (told: unknown) => {
      if ((told as { readonly type?: unknown }).type === type) finish(() => resolve(told as T))
    }
    const onExit = () => fail(`ended before ${type}`)
    child.on('message', onMessage).once('exit', onExit).once('error', onExit)
    if (message) child.send(message)
  })
}
