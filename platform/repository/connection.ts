import { DatabaseSync } from 'node:sqlite'
import { fold } from '../domain/words.ts'
import { PlatformError } from '../errors.ts'

/** Longest time of a read, in milliseconds, before it is stopped. Source: protocol notes 4.4. */
export const STATEMENT_LIMIT_MS = 2000
/** The limit for a costly query, so that the whole answer takes 250 ms at most. */
export const COSTLY_LIMIT_MS = 120

/** The limit for a query that scans texts: an index narrows them down, or there are few of them. */
export const TEXT_SCAN_LIMIT_MS = 130

/** Open the one writing connection. Every commit is on disk when it returns (WAL with synchronous FULL). */
export function openWriter(file: string): DatabaseSync {
  const db = new DatabaseSync(file, { timeout: 5000 })
  db.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -32768;',
  )
  return db
}

/** Open a connection that fills a new file quickly, without durability: after a failure the file is deleted. */
export function openBuilder(file: string): DatabaseSync {
  const db = new DatabaseSync(file)
  db.exec('PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE;')
  return db
}

/** A read-only connection with a time limit: statements call the SQL function `tick`, which throws when time is up. */
export type Reader = {
  readonly db: DatabaseSync
  readonly startClock: (limitMs?: number) => void
  /** Shorten the time limit of the running work, counted from its start; `howToAsk` suggests a cheaper query. */
  readonly shortenLimit: (limitMs: number, howToAsk?: string) => void
  /** Whether the time limit was shortened. */
  readonly isShortened: () => boolean
  /** The suggestion for a cheaper query. */
  readonly howToAsk: () => string
  /** Throws when time is up; also for work outside the database. */
  readonly tick: () => number
}

const HOW_TO_ASK = 'ask for whole words, name a content type, or use fewer wildcards'

/** Message of the error that stops a statement. */
const TOO_SLOW = 'platform: the statement took too long'

/** Open a reading connection with the functions that queries use. */
export function openReader(file: string): Reader {
  const db = new DatabaseSync(file, { readOnly: true, timeout: 5000 })
  db.exec('PRAGMA temp_store = MEMORY; PRAGMA cache_size = -49152;')
  const clock = { started: 0, deadline: Number.POSITIVE_INFINITY, isShortened: false, howToAsk: HOW_TO_ASK }
  // node:sqlite cannot interrupt a statement; a function that throws stops it the same way.
  const tick = (): number => {
    if (performance.now() > clock.deadline) throw new Error(TOO_SLOW)
    return 1
  }
  db.function('tick', tick)
  // Only a pattern over a long text can be slow for a single row, so it calls `tick` itself.
  db.function('wildcard', { deterministic: true }, (pattern, text) =>
    tick() === 1 && matchWildcard(String(pattern), String(text)) ? 1 : 0,
  )
  db.function('fold', { deterministic: true }, (text) => (text === null ? null : fold(String(text))))
  db.function('metres', { deterministic: true }, (lat, lon, lat2, lon2) =>
    metresBetween(Number(lat), Number(lon), Number(lat2), Number(lon2)),
  )
  return {
    db,
    tick,
    startClock: (limitMs = STATEMENT_LIMIT_MS) => {
      const started = performance.now()
      const fresh = { started, deadline: started + limitMs, isShortened: false, howToAsk: HOW_TO_ASK }
      Object.assign(clock, fresh)
    },
    shortenLimit: (limitMs, howToAsk) => {
      clock.isShortened = true
      clock.howToAsk = howToAsk ?? clock.howToAsk
      clock.deadline = Math.min(clock.deadline, clock.started + limitMs)
    },
    isShortened: () => clock.isShortened,
    howToAsk: () => clock.howToAsk,
  }
}

/** Run work within its time limit. Throws `platform/too-slow`, or `platform/bad-query` when the query itself is too costly. */
export function withTimeLimit<T>(reader: Reader, costly: boolean, work: () => T): T {
  reader.startClock(costly ? COSTLY_LIMIT_MS : STATEMENT_LIMIT_MS)
  try {
    return work()
  } catch (error) {
    if (error instanceof Error && error.message.includes(TOO_SLOW))
      throw costly || reader.isShortened()
        ? new PlatformError('platform/bad-query', `The query is too costly: ${reader.howToAsk()}`)
        : new PlatformError('platform/too-slow', 'The query took too long and was stopped')
    throw error
  }
}

/** Whether a text matches a pattern: `*` is any run of characters, `?` one. Two pointers, so no pattern takes exponential time. */
export function matchWildcard(pattern: string, text: string): boolean {
  let [at, from, star, mark] = [0, 0, -1, 0]
  while (from < text.length) {
    const wanted = pattern[at]
    if (wanted === '*') {
      star = at
      mark = from
      at += 1
    } else if (wanted === '?' || (wanted !== undefined && wanted === text[from])) {
      at += 1
      from += 1
    } else if (star >= 0) {
      at = star + 1
      mark += 1
      from = mark
    } else return false
  }
  while (pattern[at] === '*') at += 1
  return at === pattern.length
}

const EARTH_METRES = 6_371_008.8

/** Great-circle distance in metres on a sphere of the mean radius 6371.0088 km. Source: protocol 1.12. */
export function metresBetween(lat: number, lon: number, lat2: number, lon2: number): number {
  const rad = Math.PI / 180
  const a =
    Math.sin(((lat2 - lat) * rad) / 2) ** 2 +
    Math.cos(lat * rad) * Math.cos(lat2 * rad) * Math.sin(((lon2 - lon) * rad) / 2) ** 2
  return 2 * EARTH_METRES * Math.asin(Math.min(1, Math.sqrt(a)))
}
