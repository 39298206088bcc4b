import { rmSync, writeFileSync } from 'node:fs'
import { Session, url as inspectorUrl, type Debugger } from 'node:inspector'
import { parentPort, workerData } from 'node:worker_threads'
import { BEAT, CALL, type BreakOff, type GuardedCall, type RemoteCall } from './guard.server.ts'
import { readMainThread, type MainThread } from './main-thread.server.ts'
import { releaseOf } from './process-guard.server.ts'
import type { WatchRequest } from './watch-thread.server.ts'

/**
 * The watch thread of a shell process. When the main thread's counter stops, it finds out whose code is running there, and
 * breaks that code off when it belongs to a release and has run for too long.
 */

/** How often the counter is read. */
const LOOK_MS = 50
/** After this long without a new count, the running release is written to a file for the supervisor of the process. */
const SUSPECT_MS = 250
/** Without the main thread's processor times, waiting for a processor looks like work: the limits are then this many times as long. */
const UNSURE_FACTOR = 3
/** After this long without a pause of the main thread, code is broken off without its stack, if shared memory names a release. */
const PAUSE_DEADLINE_MS = 500

/** The state of the watch thread. */
interface Watch extends WatchRequest {
  readonly calls: ReadonlyMap<number, GuardedCall>
  lastBeat: number
  still: StandStill | null
}

/** A period in which the main thread has not incremented its counter. */
interface StandStill {
  readonly beat: number
  readonly startRss: number
  /** Time in which it ran, or slept in a blocking call; waiting for a processor does not count. */
  ms: number
  last: Sample
  hasNoted: boolean
  /** A fault is reported once, however long the main thread takes to continue: it may have to collect garbage first. */
  hasTold: boolean
  isLooking: boolean
  /** Opened only when needed: the main thread takes a while to report all its scripts, longer on a busy machine. */
  inspection: Inspection | null
}

/** A session with the main thread's debugger. */
interface Inspection {
  readonly session: Session
  /** Files by the ids of the main thread's scripts. */
  readonly files: ReadonlyMap<string, string>
  /** Called when the main thread is paused; the thread resumes afterwards. */
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
  // Without releases there is nothing to break off; a developer's debugger pauses the process on purpose.
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
  /** Null on systems that do not report it. */
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

/** Write to a file whose code is running, for the supervisor in case the process dies. */
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

/** Pause the main thread, and find which release's code it is in; a moment later the watch thread may try again. */
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

/** The call of the innermost release in the frames: its phase is in shared memory, and without any frame the whole call is. */
function callOf(files: readonly string[], watch: Watch): RemoteCall | null {
  const known = callInMemory(watch)
  const found = releaseOf(files.join('\n'), watch.releasesFolder)
  if (!found) return files.length === 0 ? known : null
  return known?.app === found.app && known.version === found.version ? known : { ...found, phase: 'later' }
}
