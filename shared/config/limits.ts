import * as v from 'valibot'
import { NAVIGATION_DEPTH, REQUEST_CACHE_ENTRIES } from './constants.ts'

/** A whole number from `least` to `most`. */
export const whole = (least: number, most: number) =>
  v.pipe(
    v.number('must be a number'),
    v.integer('must be a whole number'),
    v.minValue(least, `must be at least ${least}`),
    v.maxValue(most, `must be at most ${most}`),
  )

export const MEGABYTE = 1024 * 1024

/** Limits on calls to the platform and on the pages made from them, with their default values. Source: reference security 3.2. */
export const LimitsSchema = v.strictObject({
  /** Deadline of a call that the page needs: node, entry, search, form map. It includes one retry. */
  callDeadlineMs: v.optional(whole(50, 60_000), 1_000),
  /** Deadline of a call that the page can do without: ancestors, children, siblings, tree. No retry. */
  optionalDeadlineMs: v.optional(whole(50, 60_000), 600),
  /** Deadline of the data of one slot; after it the slot shows its fallback. */
  slotDeadlineMs: v.optional(whole(50, 60_000), 1_500),
  /** Deadline of a remote's data endpoint, and of a call for sitemaps. No page waits for them: longer than a slot's, shorter than the browser's timeout. */
  dataDeadlineMs: v.optional(whole(50, 60_000), 7_000),
  /** Requests to data endpoints per minute and IP address, which all visitors in one office may share. 0 sets no limit. */
  dataPerMinute: v.optional(whole(0, 1_000_000), 600),
  /** How long a remote's code may block the event loop before it is terminated. Time spent waiting for a processor does not count. */
  remoteBlockMs: v.optional(whole(50, 60_000), 1_000),
  /** Deadline of a whole page. */
  requestDeadlineMs: v.optional(whole(50, 120_000), 2_500),
  /** Largest answer of the platform, in bytes after decompression. */
  maxBodyBytes: v.optional(whole(1_024, 100 * MEGABYTE), 5 * MEGABYTE),
  /** Concurrent calls, and calls that may queue for a free place. */
  concurrency: v.optional(whole(1, 1_024), 32),
  queue: v.optional(whole(0, 10_000), 32),
  /** Longest wait in the queue. The reference's default is 200: docs/decisions/0003. */
  queueWaitMs: v.optional(whole(0, 10_000), 500),
  /** How long a public answer of the platform stays fresh in the cache; 0 caches none. */
  freshMs: v.optional(whole(0, 3_600_000), 5_000),
  /** The same for the navigation tree, which all pages share, and for searches that are marked as site-wide. */
  treeFreshMs: v.optional(whole(0, 3_600_000), 5_000),
  /** How long a public page stays fresh in the page cache; 0 caches none. */
  pageFreshMs: v.optional(whole(0, 86_400_000), 5_000),
  pageEntries: v.optional(whole(1, 10_000_000), 20_000),
  pageBytes: v.optional(whole(1_024, 16_384 * MEGABYTE), 192 * MEGABYTE),
  /** Levels of the navigation tree below its root. Nodes within it need no calls for ancestors, children and siblings. */
  navigationDepth: v.optional(whole(1, 10), NAVIGATION_DEPTH),
  cacheEntries: v.optional(whole(1, 1_000_000), REQUEST_CACHE_ENTRIES),
  cacheBytes: v.optional(whole(1_024, 4_096 * MEGABYTE), 32 * MEGABYTE),
})

/** Limits on calls to the platform and on the pages made from them. */
export type Limits = Readonly<v.InferOutput<typeof LimitsSchema>>

/** The limits when a site sets none. */
export const DEFAULT_LIMITS: Limits = v.parse(LimitsSchema, {})
