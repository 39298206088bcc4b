import { execFileSync } from 'node:child_process'
import net, { type AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { DEFAULT_LIMITS } from '@tessera/shared/config'
import { createGuard } from '../guard/guard.server.ts'
import { createFaults, faultOf, forbidProcessCalls, hideEnvironment } from '../guard/process-guard.server.ts'
import { startWatchThread } from '../guard/watch-thread.server.ts'
import { quietFederation, resetRenderer } from '../releases/federation-host.server.ts'
import type { SupervisorLink } from '../store/supervisor-link.server.ts'
import { createShell } from './create-shell.server.ts'
import { copiesFolder, type ShellEnvironment } from './foundation.server.ts'
import { readOptions, type ShellOptions } from './options.server.ts'
import type { ReleasePlace } from '../release-place/place.server.ts'
import { releasePlace } from '../release-place/release-place.server.ts'
import { pollReleases } from '../releases/release-store.server.ts'
import { createLog } from '../http/request-log.server.ts'
import { startLastPurge } from '../verdicts/last-purge.server.ts'
import { startReports, type Reporting } from '../verdicts/shell-report.server.ts'
import { untilProjectIsTold } from './site-config.server.ts'
import { warmUp } from './warm-up.server.ts'

const HARD_EXIT_MS = 25_000

/** What depends on who runs the shell. */
type RunEnvironment = Pick<
  ShellEnvironment,
  'files' | 'onRelease' | 'onSlotFailure' | 'isDevelopment' | 'supervisor'
>

/**
 * Run a shell as this process, configured by TESSERA_CONFIG, until it is told to end. `environment` are those that
 * `npm run dev` and a supervisor differ in: there is no option for them, so that no configuration can bring them into a live site.
 */
export function runShell(environment: RunEnvironment = {}): void {
  quietFederation()
  start(environment).catch((error: unknown) => {
    const { code, message } = error as NodeJS.ErrnoException
    process.stderr.write(
      `The shell cannot start: ${code === 'EADDRINUSE' ? 'the port is in use' : message}\n`,
    )
    process.exit(1)
  })
}

async function start(environment: RunEnvironment): Promise<void> {
  const options = readOptions(process.env['TESSERA_CONFIG'])
  const { supervisor } = environment
  const log = createLog(options.logLevel, supervisor?.worker)
  let draining = false
  let end = (code: number): void => process.exit(code)
  // From now on, since a start takes seconds: whoever is gone meanwhile must not leave a process that holds the port.
  for (const event of ['SIGTERM', 'SIGINT', 'disconnect']) process.once(event, () => end(0))
  if (process.connected === false) end(0)
  const protection = protectProcess({ options, log, end: (code) => end(code) })
  const commit = commitRef()
  const place = releasePlace(options.releasesDir)
  hideEnvironment()
  const shell = await createShell(options, {
    ...environment,
    ...protection,
    log,
    place,
    commitRef: commit,
    isDraining: () => draining,
  })
  const { app, config, platformClient, releases, canaries, readShells, caches } = shell
  const listen = createListen(app, { port: options.port, host: options.host, supervisor })
  const stopPolling = pollReleases(canaries, options.pollMs)
  const stopReports = await reportTo(place, options, { releases, canaries }, log)
  const stopLastPurge = startLastPurge({
    switched: caches.switched,
    readShells,
    longestMs: config.limits.requestDeadlineMs,
    everyMs: options.pollMs,
  })

  end = (code) => {
    if (draining) return
    draining = true
    setTimeout(() => process.exit(1), HARD_EXIT_MS).unref()
    stopPolling()
    stopLastPurge()
    const reported = stopReports()
    // Requests under way are finished; a balancer has had the time to notice that this shell is not ready.
    setTimeout(
      () =>
        void app
          .close()
          .then(() => Promise.all([platformClient.close(), reported]))
          .then(() => process.exit(code)),
      options.drainMs,
    )
  }

  const pages = await warmUp({ app, config, maxMs: options.warmUpMs, log })
  log.info({ pages }, 'warmed up')
  if (draining) return // told to end meanwhile: a server that is closed cannot listen
  process.send?.({ type: 'ready', url: await listen() })
  if (shell.isProjectKnown) return
  await untilProjectIsTold(options)
  log.error('the platform tells of the project now: a shell has to start again to know its languages')
  // One that nobody would start again goes on.
  if (supervisor) end(0)
}

/** Say in the release store what this process runs, before it serves: whoever has released something waits for it. */
const reportTo = (
  place: ReleasePlace,
  { publicUrl, pollMs }: ShellOptions,
  parts: Omit<Reporting, 'url'>,
  log: Logger,
): Promise<() => Promise<void>> =>
  startReports(
    place,
    { ...parts, url: publicUrl },
    {
      everyMs: pollMs,
      onError: (error) => log.warn({ err: error }, 'cannot say beside the release document what runs here'),
    },
  )

interface ProtectionParts {
  readonly options: Pick<ShellOptions, 'dataDir' | 'limits'>
  readonly log: Logger
  /** End the process, after an error of the shell's own that nobody has caught: what it has left behind is not known. */
  readonly end: (code: number) => void
}

/**
 * Protect this process from the code of releases: what takes too long is broken off, calls that would end the process are refused,
 * and an error that nobody has caught costs nothing but a strike. An error of the shell's own ends the process; a rejection that
 * nobody handles does not, since nothing was left half done.
 */
export function protectProcess({
  options,
  log,
  end,
}: ProtectionParts): Required<Pick<ShellEnvironment, 'guard' | 'faults'>> {
  const guard = createGuard(resetRenderer)
  const faults = createFaults()
  const releasesFolder = copiesFolder(options)
  startWatchThread(guard, {
    limitMs: options.limits['remoteBlockMs'] ?? DEFAULT_LIMITS.remoteBlockMs,
    releasesFolder,
    log,
    onBreakOff: (found) => faults.report(found),
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
 * How a shell begins to listen: at its own host and port or, run by a supervisor, on the sockets that it shares with the other
 * processes. To be called before the app is ready; the function that it returns resolves with the address.
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
      // Fastify hands its options to `server.listen`, which takes a handle. Without a host it would look for more addresses.
      await app.listen({ handle: first, host: 'shared' } as { host: string })
      // `localhost` has two addresses: connections of the second one are requests to the same server.
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
