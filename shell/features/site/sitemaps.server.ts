import { mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { raceDeadline } from '@tessera/shared/io'
import * as v from 'valibot'
import { writeAtomically } from '../../release-storage/write-atomically.server.ts'
import type { SitemapFile, SitePage } from './sitemap-xml.ts'
import { SITEMAP_SIZE, writeSitemaps, type SitemapSize } from './sitemap-writer.server.ts'

/** A complete set of sitemap files. */
export interface SitemapSet {
  readonly folder: string
  readonly files: readonly SitemapFile[]
}

/** The site's sitemaps: created at the first request, stored on disk, and renewed in the background when they are old. */
export interface Sitemaps {
  /** The current set; null while there is none: creating it takes longer than a request can wait, or has failed within the last minute. */
  current(): Promise<SitemapSet | null>
  /** To be called when content has changed: the next request gets a new set, if it can be created in time. */
  invalidate(): void
}

/** The options of sitemaps. */
export interface SitemapSources {
  /** A folder only for sitemaps. */
  readonly folder: string
  readonly origin: string
  readonly pages: () => AsyncIterable<readonly SitePage[]>
  /** Called when a set could not be created. */
  readonly onError: (error: unknown) => void
  readonly size?: SitemapSize
  /** How long a request waits for a new set, in milliseconds. */
  readonly waitMs?: number
  readonly now?: () => number
}

const FRESH_MS = 60_000
/** Time until the next set, as a multiple of the time that creating the last one took. */
const PAUSE_FACTOR = 20
/** The same after a change of content. */
const PAUSE_FACTOR_AFTER_CHANGE = 5
const WAIT_MS = 8_000
/** How long an older set stays on disk, for clients that are reading one of its files. */
const OLD_SET_MS = 600_000

const RecordSchema = v.object({
  folder: v.pipe(v.string(), v.regex(/^set-\w+$/)),
  freshUntil: v.number(),
  /** When its creation began: content that changed earlier is in it. */
  startedAt: v.optional(v.number(), 0),
  files: v.array(
    v.object({
      name: v.pipe(v.string(), v.regex(/^sitemap-[\w-]+\.xml$/)),
      lastModified: v.optional(v.string()),
    }),
  ),
})
type SetRecord = v.InferOutput<typeof RecordSchema>

/**
 * Manages one set of sitemaps. Shells with the same folder share the set, and the set of an earlier process is used until a newer
 * one exists: each request reads from the folder which set is current.
 */
export function createSitemaps(sources: SitemapSources): Sitemaps {
  const { folder, origin, pages, onError, size = SITEMAP_SIZE, waitMs = WAIT_MS, now = Date.now } = sources
  const recordFile = path.join(folder, 'current.json')
  let making: Promise<SetRecord | null> | null = null
  let invalidatedAt = -Infinity
  // Whatever is from later than now is not heeded: the clock has been set back.
  let pause = { from: 0, until: 0 }

  const make = async (): Promise<SetRecord> => {
    const started = now()
    const made = await writeSet(folder, (draft) => writeSitemaps(pages(), { folder: draft, origin, size }))
    const restMs = Math.max(FRESH_MS, PAUSE_FACTOR * (now() - started))
    const record = { ...made, freshUntil: now() + restMs, startedAt: started }
    await writeAtomically(recordFile, JSON.stringify(record))
    pause = { from: started, until: now() + PAUSE_FACTOR_AFTER_CHANGE * (now() - started) }
    await removeOldSets(folder, record.folder)
    return record
  }
  const makeOnce = (): Promise<SetRecord | null> =>
    (making ??= make()
      .catch((error: unknown) => {
        pause = { from: now(), until: now() + FRESH_MS }
        onError(error)
        return null
      })
      .finally(() => {
        making = null
      }))

  const find = async (): Promise<SetRecord | null> => {
    const former = await readRecord(recordFile)
    const at = now()
    if (pause.from <= at && at < pause.until) return former
    if (!former) return withTimeout(makeOnce(), waitMs)
    // The clock has been set back since the content changed: the set before counts as old, once.
    if (invalidatedAt > at) invalidatedAt = Math.min(former.startedAt, at)
    // Another process may have renewed the set since the content changed.
    const wait = former.startedAt <= invalidatedAt
    if (!wait && former.startedAt <= at && at <= former.freshUntil) return former
    // If creating a newer set fails, the old one is served, and later requests try again.
    const newer = makeOnce()
    return wait ? ((await withTimeout(newer, waitMs)) ?? former) : former
  }

  return {
    invalidate() {
      invalidatedAt = now()
    },
    async current() {
      const record = await find()
      return record && { folder: path.join(folder, record.folder), files: record.files }
    },
  }
}

/** The record of the current set; null if there is none that can be read: then a new set is created. */
const readRecord = (file: string): Promise<SetRecord | null> =>
  readFile(file, 'utf8')
    .then((text) => v.parse(RecordSchema, JSON.parse(text)))
    .catch(() => null)

/** Writes a set into its own folder, which is deleted on failure. */
async function writeSet(
  folder: string,
  write: (draft: string) => Promise<readonly SitemapFile[]>,
): Promise<Pick<SetRecord, 'folder' | 'files'>> {
  await mkdir(folder, { recursive: true })
  const draft = await mkdtemp(path.join(folder, 'set-'))
  try {
    return { folder: path.basename(draft), files: [...(await write(draft))] }
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  }
}

/** Deletes old sets, except those that are so new that a process may still be reading or writing them. */
async function removeOldSets(folder: string, used: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const setFolder = path.join(folder, name)
    const isOld = name !== used && name.startsWith('set-') && (await ageOf(setFolder)) > OLD_SET_MS
    if (isOld) await rm(setFolder, { recursive: true, force: true })
  }
}

/** Milliseconds since the last change; 0 for a folder that another process has just removed. */
const ageOf = (file: string): Promise<number> =>
  stat(file).then(
    ({ mtimeMs }) => Date.now() - mtimeMs,
    () => 0,
  )

/** The result, or null if it takes too long; a later request gets it. */
const withTimeout = <T>(coming: Promise<T>, ms: number): Promise<T | null> =>
  raceDeadline(ms, coming, () => null)
