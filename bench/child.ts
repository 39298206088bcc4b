import { spawn, type ChildProcess } from 'node:child_process'
import { ROOT } from '../scripts/paths/root.ts'

/** What a process has used since it started, by its own account. */
export interface Usage {
  /** Processor time of all its threads. */
  readonly cpuMs: number
  readonly rssBytes: number
  /** Full garbage collections, which slow every request that they meet. */
  readonly fullCollections: number
}

/** A process of a run. */
export interface Child {
  readonly pid: number
  /** Its address, from its `ready` message. */
  readonly url: string
  readonly usage: () => Promise<Usage>
  /** Live heap after a forced garbage collection, in bytes. */
  readonly heapBytes: () => Promise<number>
  /** Ask something by message; the answer is the message of the type `${ask.type}-done`. */
  readonly ask: <T>(ask: { readonly type: string }) => Promise<T>
  readonly stop: () => Promise<void>
}

/** What to start. */
export interface ChildCommand {
  /** Script below the root. */
  readonly script: string
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** Core to hold it on; null where the machine cannot. */
  readonly core: number | null
  /** For profiles: options of Node before the script. */
  readonly nodeOptions?: readonly string[]
  /** How long it may take until it is ready, where that is more than usual: an import of many entries. */
  readonly readyMs?: number | undefined
}

const ANSWER_MS = 120_000
const GRACE_MS = 5_000
const USAGE = './bench/report-usage.ts'

/** Start a process that tells its address by `{ type: 'ready', url }` and its usage when asked. Rejects when it ends before. */
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
    // A log line costs its making and its write; where it goes is nobody's time here.
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

/** A message that has to come. */
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
