import { createHash } from 'node:crypto'
import { hostname } from 'node:os'
import type { FastifyInstance } from 'fastify'
import type { InspectedShell } from '@tessera/shared/contract'
import type { LiveReleases } from '../releases/live-releases.server.ts'
import { readReports, reportOf, type ShellReport } from './shell-report.server.ts'

/** What every shell process that runs from a release store says of itself, this one first. */
export type ReadShells = () => Promise<readonly ShellReport[]>

interface Parts {
  readonly releases: Pick<LiveReleases, 'snapshot' | 'failures' | 'tried'>
  readonly url: string
  /** Null where the store can only be read: this process knows of itself alone. */
  readonly reportsFolder: string | null
}

export function createReadShells({ releases, url, reportsFolder }: Parts): ReadShells {
  return async () => {
    const own = reportOf({ releases, url }, new Date())
    const all = reportsFolder === null ? [] : await readReports(reportsFolder)
    return [own, ...all.filter(({ host, pid }) => host !== own.host || pid !== own.pid)]
  }
}

/** Answers are shared for this long: nobody has to be asked for more by many. */
const SHARED_MS = 500

/**
 * `GET /health/versions`: which version of each app each shell process runs, and which it has refused. It says to everybody what
 * pages say anyway; names of machines are for staff alone (the version page).
 */
export function versionsRoute(app: FastifyInstance, readShells: ReadShells): void {
  let last: { readonly until: number; readonly shells: Promise<readonly ShellReport[]> } | null = null
  app.get('/health/versions', { logLevel: 'silent' }, async (_request, reply) => {
    const now = performance.now()
    if (!last || last.until < now) last = { until: now + SHARED_MS, shells: readShells() }
    const shells = (await last.shells).map(({ host, pid, seenAt, document, apps }) => ({
      shell: createHash('sha256').update(`${host} ${pid}`).digest('hex').slice(0, 12),
      isThis: host === hostname() && pid === process.pid,
      seenAt,
      document,
      apps: Object.fromEntries(
        Object.entries(apps).map(([name, { live, refused }]) => [
          name,
          { live, refused: refused && { version: refused.version, code: refused.code } },
        ]),
      ),
    }))
    return reply.header('cache-control', 'no-store').send({ shells })
  })
}

/** The same for the version page. */
export const inspectShells = (shells: readonly ShellReport[]): readonly InspectedShell[] =>
  shells.map(({ host, pid, seenAt, apps }) => ({
    name: `${host}, ${pid}`,
    seenAt,
    apps: Object.entries(apps).map(([app, { live, refused }]) => ({
      app,
      version: live,
      refused: refused && { version: refused.version, code: refused.code, message: refused.message },
    })),
  }))
