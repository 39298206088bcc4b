import { rmSync, writeFileSync } from 'node:fs'
import { Session, url as inspectorUrl, type Debugger } from 'node:inspector'
import { parentPort, workerData } from 'node:worker_threads'
import { HEARTBEAT, CALL, type TerminatedCall, type GuardedCall, type RemoteCall } from './guard.server.ts'
import { readMainThread, type MainThread } from './main-thread.server.ts'
import { releaseOf } from './process-guard.server.ts'
import type { WatchdogRequest } from './watchdog.server.ts'

/**
 * The watchdog thread of a shell process. When the main thread's counter stops, it finds out whose code is running there, and
 * terminates that code when it belongs to a release and has run for too long.
 */

/** How often the counter is read. */
const POLL_MS = 50
/** After this long without a new count, the running release is written to a file for the supervisor of the process. */
const SUSPECT_MS = 250
/** Without the main thread's processor times, waiting for a processor looks like work: the limits are then this many times as long. */
const UNSURE_FACTOR = 3
/** After this long without a pause of the main thread, code is terminated without its stack, if shared memory names a release. */
const PAUSE_DEADLINE_MS = 500

/** The state of the watchdog thread. */
interface Watchdog extends WatchdogRequest {
  readonly calls: ReadonlyMap<number, GuardedCall>
  lastHeartbeat: number
  stall: Stall | null
}

/** A period in which the main thread has not incremented its counter. */
interface Stall {
  readonly heartbeat: number
  readonly startRss: number
  /** Time in which it ran, or slept in a blocking call; waiting for a processor does not count. */
  ms: number
  last: Sample
  hasRecorded: boolean
  /** A fault is reported once, however long the main thread takes to continue: it may have to collect garbage first. */
  hasReported: boolean
  isInspecting: boolean
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

watchMainThread(workerData as WatchdogRequest)

function watchMainThread(request: WatchdogRequest): void {
  const calls = new Map<number, GuardedCall>()
  const watch: Watchdog = { ...request, calls, lastHeartbeat: -1, stall: null }
  parentPort?.on('message', (call: GuardedCall) => calls.set(call.code, call))
  setInterval(() => checkHeartbeat(watch), POLL_MS)
}

function checkHeartbeat(watch: Watchdog): void {
  const heartbeat = Atomics.load(watch.memory, HEARTBEAT)
  // Without releases there is nothing to terminate; a developer's debugger pauses the process on purpose.
  if (heartbeat !== watch.lastHeartbeat || watch.calls.size === 0 || inspectorUrl())
    return endStall(watch, heartbeat)
  const stall = (watch.stall ??= {
    heartbeat,
    startRss: readRss(),
    ms: 0,
    last: sample(),
    hasRecorded: false,
    hasReported: false,
    isInspecting: false,
    inspection: null,
  })
  measure(stall)
  if (stall.isInspecting || stall.ms < SUSPECT_MS) return
  const reason = reasonToTerminate(stall, watch)
  if (reason === null) recordSuspect(watch, stall)
  else if (watch.canTerminate) terminate(watch, stall, reason)
}

function endStall(watch: Watchdog, heartbeat: number): void {
  if (watch.stall?.hasRecorded && watch.suspectFile) rmSync(watch.suspectFile, { force: true })
  watch.stall?.inspection?.session.disconnect()
  watch.stall = null
  watch.lastHeartbeat = heartbeat
}

function reasonToTerminate({ ms, startRss }: Stall, { limitMs, maxGrowth }: Watchdog): string | null {
  if (ms >= limitMs) return `it let the process do nothing else for ${Math.round(ms)} ms`
  const growth = readRss() - startRss
  if (!(growth >= maxGrowth)) return null
  return `it took ${Math.round(growth / 1_000_000)} MB in ${Math.round(ms)} ms`
}

/** Resident memory in bytes; NaN while the process has no file descriptor left to read it with. */
function readRss(): number {
  try {
    return process.memoryUsage.rss()
  } catch {
    return NaN
  }
}

interface Sample {
  readonly at: number
  /** Null on systems that do not report it. */
  readonly thread: MainThread | null
}

const sample = (): Sample => ({ at: performance.now(), thread: readMainThread(process.pid) })

function measure(stall: Stall): void {
  const { last } = stall
  const now = sample()
  const passed = now.at - last.at
  if (!now.thread || !last.thread) stall.ms += passed / UNSURE_FACTOR
  else stall.ms += now.thread.state === 'S' ? passed : now.thread.cpuMs - last.thread.cpuMs
  stall.last = now
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
function recordSuspect(watch: Watchdog, stall: Stall): void {
  const { suspectFile } = watch
  if (stall.hasRecorded) return
  stall.hasRecorded = true
  stall.inspection = openInspection()
  if (!suspectFile) return
  const write = (call: RemoteCall | null) => {
    if (!call || !isStalled(watch, stall)) return
    const { app, version, phase } = call
    try {
      writeFileSync(suspectFile, JSON.stringify({ app, version, phase }))
    } catch {
      // The disk is full, for example: if the process dies, the release gets no strike.
    }
  }
  const call = callInMemory(watch)
  if (call) write(call)
  else pause(watch, stall, write)
}

function terminate(watch: Watchdog, stall: Stall, reason: string): void {
  recordSuspect(watch, stall)
  if (stall.isInspecting) return
  pause(watch, stall, (found, session) => {
    if (!found || !isStalled(watch, stall)) return
    session.post('Runtime.terminateExecution')
    const report: TerminatedCall = { app: found.app, version: found.version, phase: found.phase, reason }
    if (!stall.hasReported) parentPort?.postMessage(report)
    stall.hasReported = true
  })
}

const isStalled = ({ memory }: Watchdog, { heartbeat }: Stall): boolean =>
  Atomics.load(memory, HEARTBEAT) === heartbeat

const callInMemory = ({ memory, calls }: Watchdog): RemoteCall | null =>
  calls.get(Atomics.load(memory, CALL)) ?? null

/** Pause the main thread, and find which release's code it is in; a moment later the watchdog thread may try again. */
function pause(
  watch: Watchdog,
  stall: Stall,
  act: (found: RemoteCall | null, session: Session) => void,
): void {
  const inspection = (stall.inspection ??= openInspection())
  const { session, files } = inspection
  stall.isInspecting = true
  let isSeen = false
  const onFrames = (frames: readonly Debugger.CallFrame[]) => {
    if (isSeen || watch.stall !== stall) return
    isSeen = true
    const own = frames.map(({ location }) => files.get(location.scriptId) ?? '')
    act(callOf(own, watch), session)
    setTimeout(() => (stall.isInspecting = false), POLL_MS)
  }
  inspection.onPaused = onFrames
  session.post('Debugger.pause')
  setTimeout(() => onFrames([]), PAUSE_DEADLINE_MS)
}

/** The call of the innermost release in the frames: its phase is in shared memory, and without any frame the whole call is. */
function callOf(files: readonly string[], watch: Watchdog): RemoteCall | null {
  const known = callInMemory(watch)
  const found = releaseOf(files.join('\n'), watch.releasesFolder)
  if (!found) return files.length === 0 ? known : null
  return known?.app === found.app && known.version === found.version ? known : { ...found, phase: 'later' }
}
