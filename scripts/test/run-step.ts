import { spawn, type ChildProcess } from 'node:child_process'
import { COMPILE_CACHE, ROOT } from '../paths/root.ts'

/** How a step ended. A step that was stopped for its time has `isTimedOut` and no code. */
export interface StepEnd {
  readonly code: number | null
  readonly isTimedOut: boolean
  /** What a step that runs beside others has printed; empty for one whose output was shown. */
  readonly output: string
}

/** What to run: a program, its arguments, and how long it may take. */
export interface StepCommand {
  readonly program: string
  readonly args: readonly string[]
  readonly timeoutMs: number
  readonly env?: NodeJS.ProcessEnv
  /** Keep the output instead of showing it at once: the step runs beside others. */
  readonly isBesideOthers?: boolean
  /** Asked to end (SIGTERM), it takes away what it has made and started: outside its process group too. */
  readonly cleansUp?: boolean
}

/** Time between asking a step to end and ending it. */
const GRACE_MS = 5_000
/** Steps that are running, and how each is ended at once. */
const running = new Map<ChildProcess, NodeJS.Signals>()

/** End a child and everything that it started: each step leads a process group of its own. */
function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, signal)
  } catch {
    // The group is gone already: that is what was wanted.
  }
}

/** End every step that is still running; for the signal handlers of a command. */
export function endSteps(): void {
  for (const [child, signal] of running) signalGroup(child, signal)
}

/** Run a program for at most its time; nothing that it started is left behind. */
export function runStep({
  program,
  args,
  timeoutMs,
  env = process.env,
  isBesideOthers = false,
  cleansUp = false,
}: StepCommand): Promise<StepEnd> {
  return new Promise((resolve) => {
    const stdio = isBesideOthers ? 'pipe' : 'inherit'
    const child = spawn(program, args, {
      cwd: ROOT,
      env: { NODE_COMPILE_CACHE: COMPILE_CACHE, ...env },
      stdio: ['ignore', stdio, stdio],
      detached: true,
    })
    running.set(child, cleansUp ? 'SIGTERM' : 'SIGKILL')
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => (output += chunk.toString()))
    let isTimedOut = false
    const timer = setTimeout(() => {
      isTimedOut = true
      signalGroup(child, 'SIGTERM')
      setTimeout(() => signalGroup(child, 'SIGKILL'), GRACE_MS).unref()
    }, timeoutMs)
    // What it leaves running may hold its output open: that goes first, and then everything printed has come.
    child.on('exit', () => signalGroup(child, 'SIGKILL'))
    const end = (code: number | null) => {
      clearTimeout(timer)
      running.delete(child)
      resolve({ code, isTimedOut, output })
    }
    child.on('error', () => end(null))
    child.on('close', (code) => end(code))
  })
}
