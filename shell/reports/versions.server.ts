import { createHash } from 'node:crypto'
import { hostname } from 'node:os'
import type { FastifyInstance } from 'fastify'
import type { InspectedShell, PageCounts } from '@tessera/shared/contract'
import type { Counts } from '../canaries/counts.server.ts'
import { reportOf, type Reporting, type ShellReport } from './shell-report.server.ts'

/** Reads the reports of all shell processes of a release store, that of this process first. */
export type ReadShells = () => Promise<readonly ShellReport[]>

interface Parts extends Reporting {
  /** Reads the reports of the other processes; none for a store that can only be read. */
  readonly readOthers: ReadShells
}

export const createReadShells =
  ({ readOthers, ...reporting }: Parts): ReadShells =>
  async () => [reportOf(reporting, new Date()), ...(await readOthers())]

/** How long an answer is shared between requests, so that many requests do not cause many reads. */
const SHARED_MS = 500

/**
 * `GET /health/versions`: the versions of apps that each shell process runs, and those that it has refused. Public, because pages name
 * the versions too; names of machines are only for staff (the version page).
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
