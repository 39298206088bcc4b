import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { raceDeadline } from '@tessera/shared/io'
import * as v from 'valibot'
import type { SitemapFile, SitePage } from './sitemap-xml.ts'
import { SITEMAP_SIZE, writeSitemaps, type SitemapSize } from './sitemap-writer.server.ts'

/** The files of a whole set, as it is served. */
export interface SitemapSet {
  readonly folder: string
  readonly files: readonly SitemapFile[]
}

/** The site's sitemaps: made when they are asked for, kept on disk, and made again in the background when they are old. */
export interface Sitemaps {
  /** The set that is served; null while the first one takes longer than a request can wait. Rejects when it cannot be made. */
  current(): Promise<SitemapSet | null>
  /** Where a file of the set lies; null for a name that is none. */
  file(name: string): Promise<string | null>
  /** Content has changed: the next request gets a new set, where one can be made in time. */
  outdate(): void
}

/** What a set is made from. */
export interface SitemapSources {
  /** A folder of its own. */
  readonly folder: string
  readonly origin: string
  readonly pages: () => AsyncIterable<readonly SitePage[]>
  readonly onError: (error: unknown) => void
  readonly size?: SitemapSize
  /** How long a first request waits for the first set. */
  readonly waitMs?: number
  readonly now?: () => number
}

const FRESH_MS = 60_000
/** Pause between two sets, as a multiple of the time that making one took. */
const REST = 20
/** The same after a change of content. */
const REST_AFTER_CHANGE = 5
const WAIT_MS = 8_000
/** How long an older set stays: crawlers that have read its index fetch its files next. */
const KEPT_MS = 600_000

const RecordSchema = v.object({
  folder: v.pipe(v.string(), v.regex(/^set-\w+$/)),
  freshUntil: v.number(),
  files: v.array(
    v.object({
      name: v.pipe(v.string(), v.regex(/^sitemap-[\w-]+\.xml$/)),
      lastModified: v.optional(v.string()),
    }),
  ),
})
type SetRecord = v.InferOutput<typeof RecordSchema>

/**
 * Keep one set of sitemaps. Shells that share the folder share the set, and one that was made by an earlier process is used
 * until a newer one is there: which set is served is read from the folder each time.
 */
export function createSitemaps(sources: SitemapSources): Sitemaps {
  const { folder, origin, pages, onError, size = SITEMAP_SIZE, waitMs = WAIT_MS, now = Date.now } = sources
  const recordFile = path.join(folder, 'current.json')
  let making: Promise<SetRecord> | null = null
  let isOutdated = false
  let pausedUntil = 0

  const make = async (): Promise<SetRecord> => {
    const started = now()
    isOutdated = false
    const made = await writeSet(folder, (place) => writeSitemaps(pages(), { folder: place, origin, size }))
    const restMs = Math.max(FRESH_MS, REST * (now() - started))
    const record = { ...made, freshUntil: now() + restMs }
    await writeRecord(recordFile, record)
    pausedUntil = now() + REST_AFTER_CHANGE * (now() - started)
    await removeOldSets(folder, record.folder)
    return record
  }
  const makeOnce = (): Promise<SetRecord> =>
    (making ??= make().finally(() => {
      making = null
    }))

  const find = async (): Promise<SetRecord | null> => {
    const former = await readRecord(recordFile)
    if (!former) return inTime(makeOnce(), waitMs)
    if (isOutdated ? pausedUntil > now() : former.freshUntil >= now()) return former
    const wait = isOutdated
    // The old set is served if there is no newer one; then the next request tries again.
    const newer = makeOnce().catch((error: unknown) => {
      onError(error)
      isOutdated = wait
      pausedUntil = now() + FRESH_MS
      return former
    })
    return wait ? ((await inTime(newer, waitMs)) ?? former) : former
  }

  return {
    outdate() {
      isOutdated = true
    },
    async current() {
      const record = await find()
      return record && { folder: path.join(folder, record.folder), files: record.files }
    },
    async file(name) {
      const record = await find()
      const known = record?.files.some((file) => file.name === name) === true
      return known ? path.join(folder, record.folder, name) : null
    },
  }
}

/** Null where there is none yet, or none that can be read: a new one is made. */
const readRecord = (file: string): Promise<SetRecord | null> =>
  readFile(file, 'utf8')
    .then((text) => v.parse(RecordSchema, JSON.parse(text)))
    .catch(() => null)

/** By renaming: readers have either the older or the newer file. */
async function writeRecord(file: string, record: SetRecord): Promise<void> {
  const draft = `${file}.${randomUUID()}`
  await writeFile(draft, JSON.stringify(record))
  await rename(draft, file)
}

/** Write a set into a folder of its own; nothing is left of one that fails. */
async function writeSet(
  folder: string,
  write: (place: string) => Promise<readonly SitemapFile[]>,
): Promise<Pick<SetRecord, 'folder' | 'files'>> {
  await mkdir(folder, { recursive: true })
  const place = await mkdtemp(path.join(folder, 'set-'))
  try {
    return { folder: path.basename(place), files: [...(await write(place))] }
  } catch (error) {
    await rm(place, { recursive: true, force: true })
    throw error
  }
}

/** Remove what is no longer served, but for what is so new that somebody may still be reading or writing it. */
async function removeOldSets(folder: string, used: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const place = path.join(folder, name)
    const isOld = name !== used && name.startsWith('set-') && (await ageOf(place)) > KEPT_MS
    if (isOld) await rm(place, { recursive: true, force: true })
  }
}

/** Milliseconds since the last change; 0 for what somebody else has just removed. */
const ageOf = (place: string): Promise<number> =>
  stat(place).then(
    ({ mtimeMs }) => Date.now() - mtimeMs,
    () => 0,
  )

/** What comes in time, or null; the next request asks again. */
const inTime = <T>(coming: Promise<T>, ms: number): Promise<T | null> => raceDeadline(ms, coming, () => null)
