import { createHash } from 'node:crypto'
import { hostname } from 'node:os'
import type { FastifyInstance } from 'fastify'
import type { InspectedShell, PageCounts } from '@tessera/shared/contract'
import type { Counts } from '../canaries/counts.server.ts'
import { reportOf, type Reporting, type ShellReport } from './shell-report.server.ts'

/** What every shell process that runs from a release store says of itself, this one first. */
export type ReadShells = () => Promise<readonly ShellReport[]>

interface Parts extends Reporting {
  /** What the others say; none where the store can only be read: this process knows of itself alone. */
  readonly readOthers: ReadShells
}

export const createReadShells =
  ({ readOthers, ...reporting }: Parts): ReadShells =>
  async () => [reportOf(reporting, new Date()), ...(await readOthers())]

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
    const shells = (await last.shells).map(({ host, pid, seenAt, document, apps, canaries = {} }) => ({
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
      canaries: Object.fromEntries(
        Object.entries(canaries).map(([name, { why: _why, ...canary }]) => [name, canary]),
      ),
    }))
    return reply.header('cache-control', 'no-store').send({ shells })
  })
}

/** The same for the version page. */
export const inspectShells = (shells: readonly ShellReport[]): readonly InspectedShell[] =>
  shells.map(({ host, pid, seenAt, apps, canaries = {} }) => ({
    name: `${host}, ${pid}`,
    seenAt,
    apps: Object.entries(apps).map(([app, { live, refused }]) => ({
      app,
      version: live,
      refused: refused && { version: refused.version, code: refused.code, message: refused.message },
    })),
    canaries: Object.entries(canaries).map(([app, { version, percent, state, why, canary, live }]) => ({
      app,
      version,
      percent,
      state,
      why,
      canary: pageCounts(canary),
      live: pageCounts(live),
    })),
  }))

const pageCounts = ({ all: { pages, server, browser } }: Counts): PageCounts => ({
  pages,
  failures: server + browser,
})
