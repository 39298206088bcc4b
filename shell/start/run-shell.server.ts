import { execFileSync } from 'node:child_process'
import net, { type AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { DEFAULT_LIMITS } from '@tessera/shared/config'
import type { AppError } from '@tessera/shared/contract'
import { createGuard } from '../guard/guard.server.ts'
import { createFaults, faultOf, forbidProcessCalls, hideEnvironment } from '../guard/process-guard.server.ts'
import { createTakenRelease } from '../guard/taken-release.server.ts'
import { startWatchdog, watchHeap } from '../guard/watchdog.server.ts'
import { takeMetrics } from '../metrics/take-metrics.server.ts'
import { quietFederation, resetRenderer } from '../releases/federation-host.server.ts'
import type { SupervisorLink } from '../store/supervisor-link.server.ts'
import { createShell } from './create-shell.server.ts'
import { acceptedSet, copiesFolder, type ShellEnvironment } from './foundation.server.ts'
import { readOptions, type ShellOptions } from './options.server.ts'
import type { ReleaseStorage } from '../release-storage/storage.server.ts'
import { releaseStorage } from '../release-storage/release-storage.server.ts'
import { pollReleases } from '../releases/release-store.server.ts'
import { createLog, cutConnections } from '../http/request-log.server.ts'
import { createFailedStart } from '../reports/failed-start.server.ts'
import { startLastPurge } from '../reports/last-purge.server.ts'
import { startReports, type Reporting } from '../reports/shell-report.server.ts'
import { pollProject } from './site-config.server.ts'
import { warmUp } from './warm-up.server.ts'

/** How long after the signal to end requests in progress may last; a process that has not ended 2 s later ends itself. */
const LAST_MS = 23_000

/** The part of the environment that differs between `npm run dev`, a supervisor and a single process. */
type RunEnvironment = Pick<
  ShellEnvironment,
  'files' | 'onRelease' | 'onSlotFailure' | 'isDevelopment' | 'supervisor'
>

/**
 * Runs a shell in this process, configured by TESSERA_CONFIG, until a signal ends it. `environment` has the settings of
 * `npm run dev` or a supervisor; they are not options, so that no configuration can enable them on a live site.
 */
export function runShell(environment: RunEnvironment = {}): void {
  quietFederation()
  start(environment).catch((error: unknown) => {
    const { code, message, cause, details } = error as AppError & { readonly cause?: Error }
    const reason = code === 'EADDRINUSE' ? 'the port is in use' : message
    // Where the store does not answer: which file, and what the system says.
    const about = details?.['file'] ? ` (${details['file'] as string}: ${cause?.message ?? ''})` : ''
    process.stderr.write(`The shell cannot start: ${reason}${about}\n`)
    process.exit(process.exitCode ?? 1)
  })
}

async function start(environment: RunEnvironment): Promise<void> {
  const options = readOptions(process.env['TESSERA_CONFIG'])
  const { supervisor } = environment
  const log = createLog(options.logLevel, supervisor?.worker)
  let draining = false
  let end = (code: number): void => process.exit(code)
  onStop(() => end(0))
  const protection = protectProcess({ options, log, end: (code) => end(code) })
  const taken = createTakenRelease(process.env['TESSERA_TAKEN_FILE'])
  const commit = commitRef()
  const storage = releaseStorage(options.releasesDir)
  const failed = await createFailedStart({ accepted: acceptedSet(options, log), taken, log })
  hideEnvironment()
  const shell = await createShell(options, {
    ...environment,
    ...protection,
    ...(options.metrics && (await takeMetrics(options.metrics, { ...environment, log }))),
    log,
    storage,
    taken,
    ...(supervisor && { onSpoilt: () => endSpoilt(log) }),
    commitRef: commit,
    isDraining: () => draining,
  }).catch(failed)
  const { app, config, platformClient, releases, canaries, readShells, caches } = shell
  const listen = createListen(app, { port: options.port, host: options.host, supervisor })
  const stopPolling = pollReleases(canaries, options.pollMs)
  const stopReports = await reportTo(storage, options, { releases, canaries }, log)
  const stopLastPurge = startLastPurge({
    switched: caches.switched,
    readShells,
    longestMs: config.limits.requestDeadlineMs,
    everyMs: options.pollMs,
  })

  end = (code) => {
    if (draining) return
    draining = true
    limitEnd(app, code)
    stopPolling()
    stopLastPurge()
    const reported = stopReports()
    const close = async () => {
      await app.close()
      await Promise.all([platformClient.close(), reported])
      process.exit(code)
    }
    // Requests in progress are finished; load balancers have had time to notice that this shell is not ready.
    setTimeout(() => void close(), options.drainMs)
  }

  log.info({ pages: await warmUp({ app, config, maxMs: options.warmUpMs, log }) }, 'warmed up')
  if (draining) return // ended meanwhile: a closed server cannot listen
  taken.forget()
  const url = await listen() // also without a parent process, to which nothing is sent
  process.send?.({ type: 'ready', url })
  if (supervisor)
    watchHeap({ store: supervisor.store, log, isDraining: () => draining, end: (code) => end(code) })
  if (!shell.isProjectKnown) await awaitProject(options, log, supervisor ? end : () => undefined)
}

/** Closes what is still open in time for an end, e.g. an upload that has stalled. After an uncaught error that is sooner. Source: reference security 3.4. */
function limitEnd({ server }: FastifyInstance, code: number): void {
  const lastMs = code === 1 ? 5_000 : LAST_MS
  setTimeout(() => cutConnections(server), lastMs).unref()
  setTimeout(() => process.exit(1), lastMs + 2_000).unref()
}

/**
 * Ends the process when the project, which the platform could not give before, is there. Without a supervisor nothing would restart it,
 * so it continues.
 */
async function awaitProject(options: ShellOptions, log: Logger, end: (code: number) => void): Promise<void> {
  await pollProject(options)
  log.error('project available; restart needed to load its languages')
  end(0)
}

/**
 * Calls `stop` on each signal and when the parent has ended: a second signal does not cut off what is being finished. Registered early, as a
 * start takes seconds: nothing may stay and hold the port.
 */
function onStop(stop: () => void): void {
  for (const event of ['SIGTERM', 'SIGINT', 'SIGHUP', 'disconnect']) process.on(event, stop)
  if (process.connected === false) stop()
}

/** Ends this process at once: a release has changed built-ins for good, so that no request can be finished. */
function endSpoilt(log: Logger): void {
  try {
    log.fatal('a release has changed built-in objects for good; the process ends')
  } finally {
    process.exit(1)
  }
}

/** Starts reporting to the release store what this process runs, before it serves: release commands wait for the reports. */
const reportTo = (
  storage: ReleaseStorage,
  { publicUrl, pollMs }: ShellOptions,
  parts: Omit<Reporting, 'url'>,
  log: Logger,
): Promise<() => Promise<void>> =>
  startReports(
    storage,
    { ...parts, url: publicUrl },
    {
      everyMs: pollMs,
      onError: (error) => log.warn({ err: error }, 'report not written'),
    },
  )

interface ProtectionParts {
  readonly options: Pick<ShellOptions, 'dataDir' | 'limits'>
  readonly log: Logger
  /** Ends the process after an uncaught error of the shell itself, whose effects on its state are unknown. */
  readonly end: (code: number) => void
}

/**
 * Protects this process from the code of releases: code that blocks too long is interrupted, calls that would end the process are
 * refused, and an uncaught error only counts as a strike. An uncaught error of the shell itself ends the process; an unhandled
 * rejection does not, since it leaves nothing half done.
 */
export function protectProcess({
  options,
  log,
  end,
}: ProtectionParts): Required<Pick<ShellEnvironment, 'guard' | 'faults'>> {
  const guard = createGuard(resetRenderer)
  const faults = createFaults()
  const releasesFolder = copiesFolder(options)
  startWatchdog(guard, {
    limitMs: options.limits['remoteBlockMs'] ?? DEFAULT_LIMITS.remoteBlockMs,
    releasesFolder,
    log,
    onTerminated: (found) => faults.report(found),
  })
  forbidProcessCalls(guard, releasesFolder, (fault) => faults.report(fault))
  process.on('uncaughtException', (error) => {
    const fault = faultOf(error, guard, releasesFolder)
    if (fault) return faults.report(fault)
    log.fatal({ err: error }, 'uncaught exception')
    return end(1)
  })
  process.on('unhandledRejection', (reason) => {
    const fault = faultOf(reason, guard, releasesFolder)
    if (fault) return faults.report(fault)
    return log.error({ err: reason }, 'unhandled rejection')
  })
  return { guard, faults }
}

interface ListenOptions {
  readonly port: number
  readonly host: string
  readonly supervisor?: SupervisorLink | undefined
}

/**
 * A function that makes a shell listen and resolves with its URL: on its own host and port or, with a supervisor, on the sockets that
 * all processes share. Must be created before the app is ready.
 */
export function createListen(
  app: FastifyInstance,
  { port, host, supervisor }: ListenOptions,
): () => Promise<string> {
  const others: net.Server[] = []
  app.addHook('onClose', async () => {
    await Promise.all(others.map((server) => new Promise((resolve) => server.close(resolve))))
  })
  return async () => {
    if (!supervisor) await app.listen({ port, host })
    else {
      const [first, ...more] = await supervisor.sockets()
      // Fastify passes its options to `server.listen`, which accepts a handle. Without a host it would look up more addresses.
      await app.listen({ handle: first, host: 'shared' } as { host: string })
      // `localhost` has two addresses: connections to the second one are passed to the same server.
      for (const handle of more) {
        const server = net.createServer({ noDelay: true }, (socket) => app.server.emit('connection', socket))
        others.push(server.listen(handle))
      }
    }
    return `http://localhost:${(app.server.address() as AddressInfo).port}`
  }
}

function commitRef(): string | null {
  try {
    return (
      process.env['COMMIT_REF'] ??
      execFileSync('git', ['rev-parse', '--short', 'HEAD'], { stdio: ['ignore', 'pipe', 'ignore'] })
        .toString()
        .trim()
    )
  } catch {
    return null // not a checkout
  }
}
