import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Session, url as inspectorUrl, type Debugger } from 'node:inspector'
import { parentPort, workerData } from 'node:worker_threads'
import { BEAT, CALL, type BreakOff, type GuardedCall, type RemoteCall } from './guard.server.ts'
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
  last: MainThread
  hasNoted: boolean
  /** One fault is told once, however long the main thread takes to go on: it may have to clear the memory first. */
  hasTold: boolean
  isLooking: boolean
}

watchMainThread(workerData as WatchRequest)

function watchMainThread(request: WatchRequest): void {
  const calls = new Map<number, GuardedCall>()
  const watch: Watch = { ...request, calls, lastBeat: -1, still: null }
  parentPort?.on('message', (call: GuardedCall) => calls.set(call.code, call))
  setInterval(() => look(watch), LOOK_MS)
}

function look(watch: Watch): void {
  const beat = Atomics.load(watch.words, BEAT)
  // Without a release there is nobody to blame; whoever debugs the process holds it on purpose.
  if (beat !== watch.lastBeat || watch.calls.size === 0 || inspectorUrl()) return moves(watch, beat)
  const still = (watch.still ??= {
    beat,
    startRss: process.memoryUsage.rss(),
    ms: 0,
    last: mainThread(),
    hasNoted: false,
    hasTold: false,
    isLooking: false,
  })
  count(still)
  if (still.isLooking || still.ms < SUSPECT_MS) return
  const reason = reasonToEnd(still, watch)
  if (reason === null) note(watch, still)
  else if (watch.mayBreakOff) breakOff(watch, still, reason)
}

function moves(watch: Watch, beat: number): void {
  if (watch.still?.hasNoted && watch.suspectFile) rmSync(watch.suspectFile, { force: true })
  watch.still = null
  watch.lastBeat = beat
}

function reasonToEnd({ ms, startRss }: StandStill, { limitMs, maxGrowth }: Watch): string | null {
  if (ms >= limitMs) return `it let the process do nothing else for ${Math.round(ms)} ms`
  const growth = process.memoryUsage.rss() - startRss
  if (growth < maxGrowth) return null
  return `it took ${Math.round(growth / 1_000_000)} MB in ${Math.round(ms)} ms`
}

interface MainThread {
  readonly at: number
  /** Null where the system does not say. */
  readonly cpuMs: number | null
  readonly isAsleep: boolean
}

/** The kernel counts in ticks of 10 ms. */
const TICK_MS = 10

function mainThread(): MainThread {
  const at = performance.now()
  try {
    const stat = readFileSync(`/proc/self/task/${process.pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const cpuMs = (Number(fields[11]) + Number(fields[12])) * TICK_MS
    return { at, cpuMs, isAsleep: fields[0] === 'S' }
  } catch {
    return { at, cpuMs: null, isAsleep: false } // not Linux
  }
}

function count(standStill: StandStill): void {
  const { last } = standStill
  const now = mainThread()
  const passed = now.at - last.at
  if (now.cpuMs === null || last.cpuMs === null) standStill.ms += passed / UNSURE_FACTOR
  else standStill.ms += now.isAsleep ? passed : now.cpuMs - last.cpuMs
  standStill.last = now
}

/** Leave word of whose code is running, for whoever finds the process dead. */
function note(watch: Watch, still: StandStill): void {
  const { suspectFile } = watch
  if (still.hasNoted || !suspectFile) return
  still.hasNoted = true
  const write = (call: RemoteCall | null): false => {
    if (!call || !standsStill(watch, still)) return false
    const { app, version, phase } = call
    writeFileSync(suspectFile, JSON.stringify({ app, version, phase }))
    return false
  }
  const call = callInMemory(watch)
  if (call) write(call)
  else pause(watch, still, write)
}

function breakOff(watch: Watch, still: StandStill, reason: string): void {
  note(watch, still)
  if (still.isLooking) return
  pause(watch, still, (found, session) => {
    if (!found || !standsStill(watch, still)) return false
    session.post('Runtime.terminateExecution')
    const told: BreakOff = { app: found.app, version: found.version, phase: found.phase, reason }
    if (!still.hasTold) parentPort?.postMessage(told)
    still.hasTold = true
    return true
  })
}

const standsStill = ({ words }: Watch, { beat }: StandStill): boolean => Atomics.load(words, BEAT) === beat

const callInMemory = ({ words, calls }: Watch): RemoteCall | null =>
  calls.get(Atomics.load(words, CALL)) ?? null

/** Hold the main thread where it is, and see which release's code it is in. `act` says whether it needs the session for longer. */
function pause(
  watch: Watch,
  still: StandStill,
  act: (found: RemoteCall | null, session: Session) => boolean,
): void {
  still.isLooking = true
  const session = new Session()
  const files = new Map<string, string>()
  let isSeen = false
  const end = () => {
    still.isLooking = false
    session.disconnect()
  }
  const see = (frames: readonly Debugger.CallFrame[]) => {
    if (isSeen) return
    isSeen = true
    const own = frames.map(({ location }) => files.get(location.scriptId) ?? '')
    const isBusy = act(callOf(own, watch), session)
    session.post('Debugger.resume')
    // What was broken off moves the counter again; what could not be is looked at once more.
    setTimeout(end, isBusy ? LOOK_MS : 0)
  }
  session.connectToMainThread()
  session.on('Debugger.scriptParsed', ({ params }) => files.set(params.scriptId, params.url))
  session.on('Debugger.paused', ({ params }) => see(params.callFrames))
  session.post('Debugger.enable')
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
