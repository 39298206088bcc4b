import { rmSync, writeFileSync } from 'node:fs'
import { Session, url as inspectorUrl, type Debugger } from 'node:inspector'
import { parentPort, workerData } from 'node:worker_threads'
import { BEAT, CALL, type BreakOff, type GuardedCall, type RemoteCall } from './guard.server.ts'
import { readMainThread, type MainThread } from './main-thread.server.ts'
import { releaseOf } from './process-guard.server.ts'
import type { WatchRequest } from './watch-thread.server.ts'

/**
 * The watch thread of a shell process. When the counter of the main thread stands still, it looks whose code is running there,
 * and breaks it off when it has run for too long and is that of a release.
 */

/** How often the counter is looked at. */
const LOOK_MS = 50
/** Standing still this long is noted for whoever looks after the process. */
const SUSPECT_MS = 250
/** Without the times of the main thread, waiting for a processor looks like work: then the limit is as many times as long. */
const UNSURE_FACTOR = 3
/** Without an answer of the main thread the code is broken off unseen, if it is known to be a release's. */
const PAUSE_DEADLINE_MS = 500

/** What the watch thread knows. */
interface Watch extends WatchRequest {
  readonly calls: ReadonlyMap<number, GuardedCall>
  lastBeat: number
  still: StandStill | null
}

/** A time in which the main thread has not moved its counter. */
interface StandStill {
  readonly beat: number
  readonly startRss: number
  /** Time that it ran, or slept where it should not; waiting for a processor does not count. */
  ms: number
  last: Sample
  hasNoted: boolean
  /** One fault is told once, however long the main thread takes to go on: it may have to clear the memory first. */
  hasTold: boolean
  isLooking: boolean
  /** Opened when there is something to note: the main thread takes a while to tell of all its files, and more of it on a busy machine. */
  inspection: Inspection | null
}

/** A session with the main thread's debugger. */
interface Inspection {
  readonly session: Session
  /** Files by the ids of the main thread's scripts. */
  readonly files: ReadonlyMap<string, string>
  /** What is done when the main thread is held; it goes on afterwards. */
  onPaused: (frames: readonly Debugger.CallFrame[]) => void
}

watchMainThread(workerData as WatchRequest)

function watchMainThread(request: WatchRequest): void {
  const calls = new Map<number, GuardedCall>()
  const watch: Watch = { ...request, calls, lastBeat: -1, still: null }
  parentPort?.on('message', (call: GuardedCall) => calls.set(call.code, call))
  setInterval(() => look(watch), LOOK_MS)
}

function look(watch: Watch): void {
  const beat = Atomics.load(watch.memory, BEAT)
  // Without a release there is nobody to blame; whoever debugs the process holds it on purpose.
  if (beat !== watch.lastBeat || watch.calls.size === 0 || inspectorUrl()) return moves(watch, beat)
  const still = (watch.still ??= {
    beat,
    startRss: process.memoryUsage.rss(),
    ms: 0,
    last: sample(),
    hasNoted: false,
    hasTold: false,
    isLooking: false,
    inspection: null,
  })
  count(still)
  if (still.isLooking || still.ms < SUSPECT_MS) return
  const reason = reasonToEnd(still, watch)
  if (reason === null) note(watch, still)
  else if (watch.mayBreakOff) breakOff(watch, still, reason)
}

function moves(watch: Watch, beat: number): void {
  if (watch.still?.hasNoted && watch.suspectFile) rmSync(watch.suspectFile, { force: true })
  watch.still?.inspection?.session.disconnect()
  watch.still = null
  watch.lastBeat = beat
}

function reasonToEnd({ ms, startRss }: StandStill, { limitMs, maxGrowth }: Watch): string | null {
  if (ms >= limitMs) return `it let the process do nothing else for ${Math.round(ms)} ms`
  const growth = process.memoryUsage.rss() - startRss
  if (growth < maxGrowth) return null
  return `it took ${Math.round(growth / 1_000_000)} MB in ${Math.round(ms)} ms`
}

interface Sample {
  readonly at: number
  /** Null where the system does not say. */
  readonly thread: MainThread | null
}

const sample = (): Sample => ({ at: performance.now(), thread: readMainThread(process.pid) })

function count(standStill: StandStill): void {
  const { last } = standStill
  const now = sample()
  const passed = now.at - last.at
  if (!now.thread || !last.thread) standStill.ms += passed / UNSURE_FACTOR
  else standStill.ms += now.thread.state === 'S' ? passed : now.thread.cpuMs - last.thread.cpuMs
  standStill.last = now
}

function openInspection(): Inspection {
  const session = new Session()
  const files = new Map<string, string>()
  const inspection: Inspection = { session, files, onPaused: () => undefined }
  session.connectToMainThread()
  session.on('Debugger.scriptParsed', ({ params }) => files.set(params.scriptId, params.url))
  session.on('Debugger.paused', ({ params }) => {
    inspection.onPaused(params.callFrames)
    session.post('Debugger.resume')
  })
  session.post('Debugger.enable')
  return inspection
}

/** Leave word of whose code is running, for whoever finds the process dead. */
function note(watch: Watch, still: StandStill): void {
  const { suspectFile } = watch
  if (still.hasNoted) return
  still.hasNoted = true
  still.inspection = openInspection()
  if (!suspectFile) return
  const write = (call: RemoteCall | null) => {
    if (!call || !standsStill(watch, still)) return
    const { app, version, phase } = call
    writeFileSync(suspectFile, JSON.stringify({ app, version, phase }))
  }
  const call = callInMemory(watch)
  if (call) write(call)
  else pause(watch, still, write)
}

function breakOff(watch: Watch, still: StandStill, reason: string): void {
  note(watch, still)
  if (still.isLooking) return
  pause(watch, still, (found, session) => {
    if (!found || !standsStill(watch, still)) return
    session.post('Runtime.terminateExecution')
    const told: BreakOff = { app: found.app, version: found.version, phase: found.phase, reason }
    if (!still.hasTold) parentPort?.postMessage(told)
    still.hasTold = true
  })
}

const standsStill = ({ memory }: Watch, { beat }: StandStill): boolean => Atomics.load(memory, BEAT) === beat

const callInMemory = ({ memory, calls }: Watch): RemoteCall | null =>
  calls.get(Atomics.load(memory, CALL)) ?? null

/** Hold the main thread where it is, and see which release's code it is in; once more in a moment if that does not help. */
function pause(
  watch: Watch,
  still: StandStill,
  act: (found: RemoteCall | null, session: Session) => void,
): void {
  const inspection = (still.inspection ??= openInspection())
  const { session, files } = inspection
  still.isLooking = true
  let isSeen = false
  const see = (frames: readonly Debugger.CallFrame[]) => {
    if (isSeen || watch.still !== still) return
    isSeen = true
    const own = frames.map(({ location }) => files.get(location.scriptId) ?? '')
    act(callOf(own, watch), session)
    setTimeout(() => (still.isLooking = false), LOOK_MS)
  }
  inspection.onPaused = see
  session.post('Debugger.pause')
  setTimeout(() => see([]), PAUSE_DEADLINE_MS)
}

/** The innermost code of a release; shared memory knows what it was called for, or of whom there is no frame at all. */
function callOf(files: readonly string[], watch: Watch): RemoteCall | null {
  const known = callInMemory(watch)
  const found = releaseOf(files.join('\n'), watch.releasesFolder)
  if (!found) return files.length === 0 ? known : null
  return known?.app === found.app && known.version === found.version ? known : { ...found, phase: 'later' }
}
