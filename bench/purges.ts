import { createChangeLog, createPublicPages } from '../shell/cache/page-cache.server.ts'
import { createPageStore, storePage } from '../shell/cache/page-store.server.ts'
import { median } from './load.ts'

/** How long purges took, in milliseconds. */
export interface Purges {
  readonly p50: number
  readonly max: number
  /** Time for a key that 1,000 pages have. */
  readonly shared: number
}

const ALIAS = 'bench'
const TRIALS = 200
const SHARED_BY = 1_000
const GIGABYTE = 1_000_000_000

/** Fill the shell's own page store and drop single keys, each of one page. @throws Error when another number of pages was dropped */
export function measurePurges(count: number): Purges {
  const store = createPageStore({ maxEntries: 2 * count, maxBytes: 4 * GIGABYTE, alias: ALIAS })
  const pages = createPublicPages({
    store,
    changes: createChangeLog(),
    alias: ALIAS,
    freshMs: GIGABYTE,
    stampFor: () => '',
    now: () => performance.now(),
    wallClock: () => Date.now(),
  })
  for (let number = 0; number < count; number += 1)
    store.set(`html www.site.example /page/${number}`, aPage(number), false)
  const drop = (key: string, expected: number): number => {
    const from = performance.now()
    const dropped = pages.drop([key])
    const took = performance.now() - from
    if (dropped !== expected) throw new Error(`${dropped} pages went with ${key}, not ${expected}`)
    return took
  }
  const shared = drop(`${ALIAS}_n_1`, SHARED_BY)
  // Every 97th page: from all over the store, without those that the shared key has dropped.
  const took = Array.from({ length: TRIALS }, (_, trial) =>
    drop(`${ALIAS}_e_${2 * SHARED_BY + trial * 97}`, 1),
  )
  return { p50: median(took), max: Math.max(...took), shared }
}

/** A page with the usual surrogate keys: its entry's own, one of its section's, and those that all pages share. */
const aPage = (number: number) =>
  storePage(
    {
      status: 200,
      headers: {},
      body: 'page',
      cacheClass: 'page',
      keys: [
        `${ALIAS}_e_${number}`,
        `${ALIAS}_n_${Math.floor(number / SHARED_BY)}`,
        `${ALIAS}_ct_page`,
        `${ALIAS}_tree`,
      ],
      apps: ['shell'],
    },
    { madeAt: 0, stamp: '' },
  )
