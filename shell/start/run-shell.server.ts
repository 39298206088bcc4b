import { execFileSync } from 'node:child_process'
import { quietFederation } from '../releases/federation-host.server.ts'
import { createListen } from './listen.server.ts'
import { createShell } from './create-shell.server.ts'
import type { ShellEnvironment } from './foundation.server.ts'
import { readOptions } from './options.server.ts'
import { protectProcess } from './protect-process.server.ts'
import { pollReleases } from '../releases/live-releases.server.ts'
import { createLog } from '../http/request-log.server.ts'
import { warmUp } from './warm-up.server.ts'

const HARD_EXIT_MS = 25_000

/** What depends on who runs the shell. */
type RunEnvironment = Pick<ShellEnvironment, 'files' | 'onRelease' | 'isDevelopment' | 'supervisor'>

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
  const protection = protectProcess({ options, log, end: (code) => end(code) })
  const { app, config, platformClient, releases } = await createShell(options, {
    ...environment,
    ...protection,
    log,
    commitRef: commitRef(),
    isDraining: () => draining,
  })
  const listen = createListen(app, { port: options.port, host: options.host, supervisor })
  const stopPolling = pollReleases(releases, options.pollMs)

  end = (code) => {
    if (draining) return
    draining = true
    setTimeout(() => process.exit(1), HARD_EXIT_MS).unref()
    stopPolling()
    // Requests under way are finished; a balancer has had the time to notice that this shell is not ready.
    setTimeout(
      () =>
        void app
          .close()
          .then(() => platformClient.close())
          .then(() => process.exit(code)),
      options.drainMs,
    )
  }
  process.once('SIGTERM', () => end(0))
  process.once('SIGINT', () => end(0))
  process.once('disconnect', () => end(0)) // whoever started this process is gone

  const pages = await warmUp({ app, config, maxMs: options.warmUpMs, log })
  log.info({ pages }, 'warmed up')
  if (draining) return // told to end meanwhile: a server that is closed cannot listen
  process.send?.({ type: 'ready', url: await listen() })
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
