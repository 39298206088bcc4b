import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { recordStrike } from '../releases/strikes.server.ts'
import { START_AGAIN_CODE } from '../reports/accepted-set.server.ts'
import { ProcessGoneError, answerFromStore } from '../store/ipc-store.server.ts'
import type { SharedStore } from '../store/shared-store.server.ts'
import type { ProcessFacts } from '../store/supervisor-link.server.ts'
import type { BoundSocket } from './sockets.server.ts'
import { FULL_REASON, startWorker, type WorkerEnd, type WorkerProcess } from './worker-process.server.ts'

/** The options of a supervisor. */
export interface SupervisorOptions {
  /** Script of each process: shell/store/supervisor-link.server.ts connects it. */
  readonly script: string
  readonly processes: number
  /** Sockets of the processes; closed with the supervisor. */
  readonly sockets: readonly BoundSocket[]
  /** State that the processes share. */
  readonly store: SharedStore
  readonly log: Pick<Logger, 'info' | 'error'>
}

/** Several shell processes on one port. */
export interface Supervisor {
  /** URL of the site, once its first process serves. Rejects when the first process ends before: then no process runs. */
  readonly ready: Promise<string>
  /** The processes that serve now. */
  readonly serving: () => readonly WorkerProcess[]
  /** How many processes have been replaced. */
  readonly restarts: () => number
  /** Lets all processes finish requests in progress and end; resolves with whether all ended cleanly. */
  readonly stop: () => Promise<boolean>
}

/** After this time, the end of a process is not counted as a failed start. */
const STABLE_MS = 30_000
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [250, 15_000]
/** A shell ends itself after 25 s of draining. */
const DRAIN_MS = 27_000
const MAX_RESTARTS = 10
/** Two releases may have to be put into quarantine, by two strikes each. */
const MAX_FIRST_STARTS = 5
/** Reasons of a clean end. A process that cannot handle signals yet is ended by the signal itself. */
const CLEAN = ['exit code 0', FULL_REASON, 'SIGTERM', 'SIGINT', 'SIGHUP']

interface State {
  /** Private folder of this supervisor, for the suspect files of processes that hang. */
  readonly folder: string
  readonly running: Set<WorkerProcess>
  readonly serving: Set<WorkerProcess>
  /** How many processes have been replaced; below, the last replacements. */
  restarts: number
  lastRestarts: ProcessFacts['lastRestarts']
  readonly stopping: AbortController
}

/**
 * Runs shell processes, and replaces each one that ends or hangs. The others continue meanwhile; while no process accepts connections,
 * they wait in the socket, which this process holds.
 */
export function superviseShells(options: SupervisorOptions): Supervisor {
  const state: State = {
    folder: createFolder(options.log),
    running: new Set(),
    serving: new Set(),
    restarts: 0,
    lastRestarts: [],
    stopping: new AbortController(),
  }
  const ready = startFirst(state, options)
  ready.then(
    (first) => {
      void restartOnExit(first, state, options)
      // The others start while the first one serves, and use what it has created: keys, copies of releases, compiled code.
      for (let number = 2; number <= options.processes; number += 1)
        if (!state.stopping.signal.aborted)
          void restartOnExit(startOne(number, state, options), state, options)
    },
    () => rmSync(state.folder, { recursive: true, force: true }),
  )
  return {
    ready: ready.then((first) => first.ready),
    serving: () => [...state.serving],
    restarts: () => state.restarts,
    stop: () => stop(state, options),
  }
}

/** Without a folder, e.g. because the disk is full, processes run all the same: only what they took last is not known when they hang. */
function createFolder(log: SupervisorOptions['log']): string {
  const prefix = path.join(tmpdir(), 'tessera-')
  try {
    return mkdtempSync(prefix)
  } catch (err) {
    log.error({ err }, 'no folder for suspect files: a release that makes processes hang is not found')
    return `${prefix}${randomUUID()}`
  }
}

/**
 * Starts the first process, and starts it again where the next start may do better: without a release that has ended it, or without
 * the set of releases that it served last.
 */
async function startFirst(state: State, options: SupervisorOptions): Promise<WorkerProcess> {
  for (let starts = 1; ; starts += 1) {
    const worker = startOne(1, state, options)
    const end = await Promise.race([worker.ready.then(() => null), worker.ended])
    if (!end) return worker
    const { reason, suspect } = end
    const mayDoBetter = suspect !== null || reason === `exit code ${START_AGAIN_CODE}`
    if (!mayDoBetter || starts === MAX_FIRST_STARTS || state.stopping.signal.aborted)
      throw new Error(`the first process ended before it was ready: ${reason}`)
    options.log.error({ worker: 1, workerPid: worker.pid, reason, suspect }, 'process ended; it is replaced')
    await countStrike(end, options)
  }
}

async function stop({ folder, running, stopping }: State, { sockets }: SupervisorOptions): Promise<boolean> {
  stopping.abort()
  for (const socket of sockets) socket.close()
  const last = [...running]
  for (const { drain } of last) drain()
  const timer = setTimeout(() => last.forEach(({ kill }) => kill('it did not end')), DRAIN_MS)
  const ends = await Promise.all(last.map(({ ended }) => ended))
  clearTimeout(timer)
  rmSync(folder, { recursive: true, force: true })
  return ends.every(({ reason }) => CLEAN.includes(reason))
}

function startOne(number: number, state: State, options: SupervisorOptions): WorkerProcess {
  const worker = startWorker({
    ...options,
    number,
    suspectFile: path.join(state.folder, `${number}.json`),
    answer: async (name, args) =>
      name === 'content-changed'
        ? forwardToOthers(worker, args, state)
        : answerFromStore(options.store, name, args),
  })
  state.running.add(worker)
  void worker.ready.then(() => {
    if (!state.running.has(worker)) return
    state.serving.add(worker)
    options.log.info({ worker: number, workerPid: worker.pid }, 'process ready')
    publishFacts(state)
  })
  void worker.ended.then(() => {
    state.running.delete(worker)
    state.serving.delete(worker)
  })
  return worker
}

/** Replaces a process whenever it ends: at once, or after a pause that grows while processes end early. */
async function restartOnExit(worker: WorkerProcess, state: State, options: SupervisorOptions): Promise<void> {
  const { signal } = state.stopping
  for (let [current, early] = [worker, 0]; ; current = startOne(worker.number, state, options)) {
    const end = await current.ended
    if (signal.aborted) return
    early = end.livedMs < STABLE_MS ? early + 1 : 0
    const pauseMs = early === 0 ? 0 : Math.min(FIRST_PAUSE_MS * 2 ** (early - 1), LONGEST_PAUSE_MS)
    const { reason, suspect } = end
    options.log.error(
      { worker: worker.number, workerPid: current.pid, reason, suspect, pauseMs },
      'process ended; it is replaced',
    )
    await countStrike(end, options)
    state.restarts += 1
    const restart = { at: new Date().toISOString(), reason: describe(end) }
    state.lastRestarts = [...state.lastRestarts, restart].slice(-MAX_RESTARTS)
    publishFacts(state)
    await wait(pauseMs, undefined, { signal }).catch(() => undefined) // the supervisor is stopping
    if (signal.aborted) return
  }
}

const describe = ({ reason, suspect }: WorkerEnd): string =>
  suspect ? `${reason} (${suspect.app} ${suspect.version}, ${suspect.phase})` : reason

/** Records a strike against the release that has ended the process. */
async function countStrike({ reason, suspect }: WorkerEnd, { store, log }: SupervisorOptions): Promise<void> {
  if (!suspect) return
  const { count, quarantine } = await recordStrike(store, { ...suspect, reason })
  log.error({ ...suspect, count, isQuarantined: quarantine !== null }, 'strike against a release')
}

function publishFacts({ restarts, lastRestarts, running, serving }: State): void {
  const processes: ProcessFacts = { running: serving.size, restarts, lastRestarts }
  for (const { send } of running) send({ type: 'processes', processes })
}

/** Resolves when the other processes have purged their caches. A process that has ended meanwhile has no cache any more. */
async function forwardToOthers(
  from: WorkerProcess,
  keys: readonly unknown[],
  { running }: State,
): Promise<void> {
  const others = [...running].filter((worker) => worker !== from)
  const ignoreEnded = (error: unknown): void => {
    if (!(error instanceof ProcessGoneError)) throw error
  }
  await Promise.all(others.map(({ ask }) => ask('content-changed', ...keys).catch(ignoreEnded)))
}
