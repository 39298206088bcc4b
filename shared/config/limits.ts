import * as v from 'valibot'
import { NAVIGATION_DEPTH, REQUEST_CACHE_ENTRIES } from './constants.ts'

const whole = (least: number, most: number) =>
  v.pipe(
    v.number('must be a number'),
    v.integer('must be a whole number'),
    v.minValue(least, `must be at least ${least}`),
    v.maxValue(most, `must be at most ${most}`),
  )

const MEGABYTE = 1024 * 1024

/** Limits on work with the platform, with their start values. Source: reference security 3.2. */
export const LimitsSchema = v.strictObject({
  /** A call that the page cannot do without: node, entry, search, form map. One retry within it. */
  callDeadlineMs: v.optional(whole(50, 60_000), 1_000),
  /** A call that the page can do without: ancestors, children, siblings, tree. No retry. */
  optionalDeadlineMs: v.optional(whole(50, 60_000), 600),
  /** Data of one slot; beyond it the slot's place is taken by its fallback. */
  slotDeadlineMs: v.optional(whole(50, 60_000), 1_500),
  /** A named answer of a remote, which no page waits for: longer than a slot's data, and shorter than the browser's patience. */
  dataDeadlineMs: v.optional(whole(50, 60_000), 7_000),
  /** Named answers of remotes that one address may have made in a minute; an office of many visitors has one. 0 sets no limit. */
  dataPerMinute: v.optional(whole(0, 1_000_000), 600),
  /** How long code of a remote may keep the process from anything else; then it is broken off. Time spent waiting for a processor does not count. */
  remoteBlockMs: v.optional(whole(50, 60_000), 1_000),
  /** A page as a whole. */
  requestDeadlineMs: v.optional(whole(50, 120_000), 2_500),
  /** Largest answer after decompression. */
  maxBodyBytes: v.optional(whole(1_024, 100 * MEGABYTE), 5 * MEGABYTE),
  /** Calls at the same time, and calls that may wait for one of them to end. */
  concurrency: v.optional(whole(1, 1_024), 32),
  queue: v.optional(whole(0, 10_000), 32),
  /** The reference starts with 200: docs/decisions/0003. */
  queueWaitMs: v.optional(whole(0, 10_000), 500),
  /** How long a public answer is used without asking again; 0 never keeps one. */
  freshMs: v.optional(whole(0, 3_600_000), 5_000),
  /** The same for the navigation tree, which every page shows and none owns. */
  treeFreshMs: v.optional(whole(0, 3_600_000), 5_000),
  /** How long a public page is shown without making it again; 0 never keeps one. */
  pageFreshMs: v.optional(whole(0, 86_400_000), 5_000),
  pageEntries: v.optional(whole(1, 10_000_000), 20_000),
  pageBytes: v.optional(whole(1_024, 16_384 * MEGABYTE), 192 * MEGABYTE),
  /** Levels of the navigation tree below its root. Pages as deep as it reaches need no calls for their relatives. */
  navigationDepth: v.optional(whole(1, 10), NAVIGATION_DEPTH),
  cacheEntries: v.optional(whole(1, 1_000_000), REQUEST_CACHE_ENTRIES),
  cacheBytes: v.optional(whole(1_024, 4_096 * MEGABYTE), 32 * MEGABYTE),
})

/** Limits on work with the platform. */
export type Limits = Readonly<v.InferOutput<typeof LimitsSchema>>

/** The limits when a site sets none. */
export const DEFAULT_LIMITS: Limits = v.parse(LimitsSchema, {})
