import { hostname } from 'node:os'
import type { AppError } from '@tessera/shared/contract'
import * as v from 'valibot'
import { CanaryReportSchema } from '../canaries/canary-report.server.ts'
import type { Canaries } from '../canaries/canaries.server.ts'
import type { ReleaseStorage } from '../release-storage/storage.server.ts'
import { createUseMarks, type NamedRelease } from '../release-storage/use-marks.server.ts'
import type { LiveReleases } from '../releases/live-releases.server.ts'

/** Folder beside the release document for the reports of shell processes about what they run. */
export const REPORTS_FOLDER = 'shells'
/** A process repeats its report at least this often; after three times as long without a report it counts as ended. */
const REPORT_MS = 5_000
const GONE_MS = 3 * REPORT_MS

const RefusalSchema = v.object({
  version: v.string(),
  code: v.string(),
  message: v.string(),
  reasons: v.array(v.string()),
})

const ReportSchema = v.object({
  schema: v.literal(1),
  /** Name of the machine and number of the process there. */
  host: v.string(),
  pid: v.number(),
  /** The site's public URL. */
  url: v.string(),
  /** When it was made, by the clock of its machine; only for display. */
  seenAt: v.pipe(v.string(), v.isoTimestamp()),
  /** Digest of the last release document whose releases it has all tried; null before the first. */
  document: v.nullable(v.string()),
  apps: v.record(v.string(), v.object({ live: v.nullable(v.string()), refused: v.nullable(RefusalSchema) })),
  /** The canaries that the document names, by app; absent in reports of shells that do not support canaries. */
  canaries: v.optional(v.record(v.string(), CanaryReportSchema)),
})
/** The report of a shell process: the version of each app that it runs, and the refused ones with reasons. */
export type ShellReport = Readonly<v.InferOutput<typeof ReportSchema>>
const ReportFileSchema = v.pipe(v.string(), v.parseJson(), ReportSchema)

export interface Reporting {
  readonly releases: Pick<LiveReleases, 'snapshot' | 'failures'>
  readonly canaries: Pick<Canaries, 'report' | 'tried'>
  readonly url: string
}

/** The current report of this process. */
export function reportOf({ releases, canaries, url }: Reporting, seenAt: Date): ShellReport {
  const { shell, remotes } = releases.snapshot()
  const live = [shell, ...remotes.values()].map(({ release }) => [release.app, release.version] as const)
  const refused = [...releases.failures()].map(([app, { version, error }]) => [app, version, error] as const)
  const apps: ShellReport['apps'] = {}
  for (const [app, version] of live) apps[app] = { live: version, refused: null }
  for (const [app, version, error] of refused)
    if (error)
      apps[app] = {
        live: apps[app]?.live ?? null,
        refused: { version, code: error.code, message: error.message, reasons: [...reasonsOf(error)] },
      }
  return {
    schema: 1,
    host: hostname(),
    pid: process.pid,
    url,
    seenAt: seenAt.toISOString(),
    document: canaries.tried(),
    apps,
    canaries: canaries.report(),
  }
}

/** Details of a release error beyond its message, one line each. */
export function reasonsOf({ details, cause }: AppError): readonly string[] {
  const { view, reason, problems, collisions, wants, offered, file } = details
  const lines = [
    view !== undefined && `view: ${String(view)}`,
    reason !== undefined && String(reason),
    wants !== undefined &&
      `it was built for ${String(wants)} of the contract, and ${String(offered)} is offered`,
    file !== undefined && `file: ${String(file)}`,
    ...[problems, collisions].flat(),
    cause instanceof Error && cause.message,
  ]
  return [...new Set(lines.filter((line) => typeof line === 'string'))]
}

/** Path of a report, below the store. */
const reportFile = (name: string): string => `${REPORTS_FOLDER}/${name}.json`

interface ReportOptions {
  readonly everyMs: number
  readonly onError: (error: unknown) => void
  /** Name of the report; by default machine and process id. */
  readonly name?: string
}

/**
 * Reports to a release store what this process runs: now, at each change, and every five seconds; it also marks these releases as used.
 * Does nothing for a store that can only be read.
 * @returns the function that stops reporting and deletes the report
 */
export async function startReports(
  { files }: Pick<ReleaseStorage, 'files'>,
  reporting: Reporting,
  { everyMs, onError, name = `${hostname()}-${process.pid}` }: ReportOptions,
): Promise<() => Promise<void>> {
  if (!files) return () => Promise.resolve()
  const markUsed = createUseMarks({ files })
  let lastText = ''
  let reportedAt = 0
  let isBroken = false
  const report = async (): Promise<void> => {
    const report = reportOf(reporting, new Date())
    const text = JSON.stringify({ ...report, seenAt: '' })
    if (text === lastText && performance.now() - reportedAt < REPORT_MS) return
    try {
      await files.write(reportFile(name), Buffer.from(JSON.stringify(report, null, 2)))
      await markUsed(usedBy(report))
      isBroken = false
    } catch (error) {
      if (!isBroken) onError(error) // reported once; it is tried again after REPORT_MS, or when there is something new to report
      isBroken = true
    }
    lastText = text
    reportedAt = performance.now()
  }
  let last = Promise.resolve()
  await report()
  const timer = setInterval(() => void (last = last.then(report)), Math.max(everyMs, files.everyMs))
  timer.unref()
  return async () => {
    clearInterval(timer)
    await last
    await files.remove(reportFile(name)).catch(onError)
  }
}

/** Releases that a shell shows to visitors, and those that it tries. */
export const usedBy = ({ apps, canaries = {} }: ShellReport): readonly NamedRelease[] => [
  ...Object.entries(apps).flatMap(([app, { live, refused }]) =>
    [live, refused?.version].flatMap((version) => (version ? [{ app, version }] : [])),
  ),
  ...Object.entries(canaries).map(([app, { version }]) => ({ app, version })),
]

/**
 * A function that reads the reports of the other processes; none for a store that can only be read. Called again too soon, or while the
 * store does not answer, it gives the reports that it read before.
 */
export function createReadOthers(
  storage: Pick<ReleaseStorage, 'read' | 'files'>,
): () => Promise<readonly ShellReport[]> {
  let known: readonly ShellReport[] = []
  let until = -Infinity
  let underWay: Promise<void> | null = null
  const readNow = async (): Promise<void> => {
    const found = await readReports(storage).catch(() => null)
    known = found ?? known
    until = performance.now() + (found ? (storage.files?.everyMs ?? 0) : REPORT_MS)
    underWay = null
  }
  return async () => {
    if (performance.now() >= until) await (underWay ??= readNow())
    return known.filter(({ host, pid }) => host !== hostname() || pid !== process.pid)
  }
}

/**
 * The reports of the running shells of a release store; unreadable ones are left out. Reports of processes that have ended are deleted.
 * Their age is the file's, by the store's clock: the clocks of the machines may differ.
 */
export async function readReports({
  read,
  files,
}: Pick<ReleaseStorage, 'read' | 'files'>): Promise<readonly ShellReport[]> {
  const names = files ? await files.list(`${REPORTS_FOLDER}/`) : []
  const reports = await Promise.all(
    names
      .filter(({ file }) => file.endsWith('.json'))
      .map(async ({ file, ageMs }): Promise<readonly ShellReport[]> => {
        if (ageMs > GONE_MS) {
          await files?.remove(file)
          return []
        }
        const text = (await read(file))?.toString('utf8') ?? '' // the process has just ended
        const { success, output } = v.safeParse(ReportFileSchema, text)
        return success ? [output] : []
      }),
  )
  return reports.flat()
}
