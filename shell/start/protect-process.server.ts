import type { Logger } from 'pino'
import { DEFAULT_LIMITS } from '@tessera/shared/config'
import { createGuard } from '../guard/guard.server.ts'
import { createFaults, faultOf, forbidProcessCalls } from '../guard/process-guard.server.ts'
import { startWatchThread } from '../guard/watch-thread.server.ts'
import { resetRenderer } from '../releases/federation-host.server.ts'
import { copiesFolder, type ShellEnvironment } from './foundation.server.ts'
import type { ShellOptions } from './options.server.ts'

interface Parts {
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
}: Parts): Required<Pick<ShellEnvironment, 'guard' | 'faults'>> {
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
