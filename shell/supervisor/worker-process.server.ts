import { fork, type ChildProcess, type SendHandle } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { takeLastLoadedRelease } from '../guard/taken-release.server.ts'
import { readMainThread, type MainThread } from '../guard/main-thread.server.ts'
import { FULL_CODE, TERMINATION_FLAG } from '../guard/watchdog.server.ts'
import { createIpcCalls, type IpcCalls } from '../store/ipc-store.server.ts'
import { HEARTBEAT_MS } from '../store/supervisor-link.server.ts'
import { readSuspect, type Suspect } from '../releases/strikes.server.ts'
import type { BoundSocket } from './sockets.server.ts'

/** Reason of the end of a process that has ended itself because its memory was nearly full. */
export const FULL_REASON = 'its memory was nearly full'

/** The options of a shell process. */
export interface WorkerCommand {
  /** Absolute path of a script that connects to its supervisor: shell/store/supervisor-link.server.ts. */
  readonly script: string
  /** Number of the process, from 1. */
  readonly number: number
  readonly sockets: readonly BoundSocket[]
  /** File in which the process writes which release's code is running while it hangs. */
  readonly suspectFile: string
  /** Answers the process's calls. */
  readonly answer: (name: string, args: readonly unknown[]) => Promise<unknown>
}

/** How a process ended. */
export interface WorkerEnd {
  /** Reason for the log and the version page, e.g. "exit code 1". */
  readonly reason: string
  readonly livedMs: number
  /** The release whose code it was running, if it was hanging; else the one that it was loading or had just loaded. */
  readonly suspect: Suspect | null
}

/** A shell process. */
export interface WorkerProcess {
  readonly number: number
  readonly pid: number
  /** Resolves with its URL when it listens. Never settles if it ends before. */
  readonly ready: Promise<string>
  readonly ended: Promise<WorkerEnd>
  readonly ask: IpcCalls['ask']
  readonly send: (message: object) => void
  /** Tells it to finish requests in progress and to end. */
  readonly drain: () => void
  readonly kill: (reason: string) => void
}

/** A serving process counts as hanging after this time without a heartbeat. */
export const HANG_MS = 2_000
const MAX_MISSED_HEARTBEATS = HANG_MS / HEARTBEAT_MS
/** The limit for a starting process is higher: it compiles code, and no request waits for it. */
const MAX_MISSED_AT_START = 20_000 / HEARTBEAT_MS
const READY_MS = 60_000

/** Starts a shell process, and kills it when it hangs. */
export function startWorker({ script, number, sockets, suspectFile, answer }: WorkerCommand): WorkerProcess {
  const child = forkShell(script, number, suspectFile)
  const started = performance.now()
  const ready = Promise.withResolvers<string>()
  let isReady = false
  let reason: string | null = null
  // Errors of sending to a process that has ended are ignored; 'exit' reports its end.
  const send = (message: object, socket?: BoundSocket) =>
    void child.send(message, socket as SendHandle | undefined, {}, () => undefined)
  const kill = (why: string) => {
    reason ??= why
    child.kill('SIGKILL')
  }
  const calls = createIpcCalls({ send, answer })

  const watch = watchHeartbeats(child.pid ?? 0, (missed) => {
    if (missed > (isReady ? MAX_MISSED_HEARTBEATS : MAX_MISSED_AT_START)) kill('no heartbeat')
  })
  const late = setTimeout(() => kill(`it was not ready after ${READY_MS / 1_000} s`), READY_MS)
  child.on('message', (message: { readonly type?: unknown; readonly url?: string }) => {
    watch.reset()
    if (calls.receive(message)) return
    if (message.type === 'sockets')
      for (const socket of sockets) send({ type: 'socket', of: sockets.length }, socket)
    if (message.type === 'ready') {
      isReady = true
      clearTimeout(late)
      ready.resolve(message.url ?? '')
    }
  })
  const ended = new Promise<WorkerEnd>((resolve) => {
    const end = (how: string) => {
      watch.end()
      clearTimeout(late)
      calls.close()
      resolve({
        reason: reason ?? how,
        livedMs: performance.now() - started,
        suspect: takeSuspects(suspectFile, isReady),
      })
    }
    child.once('exit', (code, signal) =>
      end(signal ?? (code === FULL_CODE ? FULL_REASON : `exit code ${code}`)),
    )
    child.once('error', (error) => end(error.message))
  })
  return {
    number,
    pid: child.pid ?? 0,
    ready: ready.promise,
    ended,
    ask: calls.ask,
    send,
    drain: () => void child.kill('SIGTERM'),
    kill,
  }
}

/**
 * Counts missing heartbeats, by checks and not by time: a supervisor that was itself stopped for a while then first processes the
 * heartbeats that have arrived meanwhile.
 */
function watchHeartbeats(
  pid: number,
  look: (missed: number) => void,
): { readonly reset: () => void; readonly end: () => void } {
  let missed = 0
  let before = readMainThread(pid)
  const timer = setInterval(() => {
    const now = readMainThread(pid)
    missed += hangShare(before, now)
    before = now
    look(missed)
  }, HEARTBEAT_MS)
  return { reset: () => void (missed = 0), end: () => clearInterval(timer) }
}

/**
 * The share of the time between two checks that a process without a heartbeat was hanging, 0 to 1. A running process counts only by its
 * CPU time: on a busy machine it waits for a processor, and killing it would only cause more work.
 */
export function hangShare(before: MainThread | null, now: MainThread | null): number {
  if (now?.state !== 'R' || !before) return 1
  return Math.min(1, (now.cpuMs - before.cpuMs) / HEARTBEAT_MS)
}

const takenFileOf = (suspectFile: string): string => `${suspectFile}.taken`

const forkShell = (script: string, number: number, suspectFile: string): ChildProcess =>
  fork(script, [], {
    execArgv: [...process.execArgv, TERMINATION_FLAG],
    env: {
      ...process.env,
      TESSERA_WORKER: String(number),
      TESSERA_SUSPECT_FILE: suspectFile,
      TESSERA_TAKEN_FILE: takenFileOf(suspectFile),
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })

/**
 * The release that was running in a hanging process, else the one that was loaded last. Both files are deleted. A process that was never
 * ready counts as loading it: it was loaded and never served.
 */
function takeSuspects(suspectFile: string, isReady: boolean): Suspect | null {
  const taken = takeLastLoadedRelease(takenFileOf(suspectFile))
  return takeSuspect(suspectFile) ?? (taken && { ...taken, phase: isReady ? taken.phase : 'import' })
}

/** Reads and deletes the suspect file of a process, so that its replacement starts without one. */
function takeSuspect(file: string): Suspect | null {
  try {
    return readSuspect(readFileSync(file, 'utf8'))
  } catch {
    return null // the process was not hanging
  } finally {
    rmSync(file, { force: true })
  }
}
