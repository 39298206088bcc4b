import { createHash } from 'node:crypto'
import { createSingleFlight, raceDeadline } from '@tessera/shared/io'
import { answerKeys, anyUpdateKey, type PageAnswer } from '../http/caching-headers.ts'
import {
  isStorable,
  storePage,
  type PageStore,
  type ServedPage,
  type StoredPage,
} from './page-store.server.ts'
import type { ReleaseSnapshot } from '../releases/live-releases.server.ts'
import type { RoutingTable } from '../releases/routing-table.ts'

/** A request for a public page. */
interface PublicRequest {
  readonly key: string
  /** Whether anybody can make up such addresses: they may not push real pages out. */
  readonly hasQuery: boolean
  /** Ends when the visitor is gone. */
  readonly signal: AbortSignal
  /** Make the answer; `end` ends when nobody waits for it any more. */
  readonly make: (end: AbortSignal) => Promise<PageAnswer>
}

/** Answers requests for public pages from what is kept, and keeps it up to date. */
export interface PublicPages {
  /** Rejects as `make` does, when there is nothing kept to show instead. */
  answer(request: PublicRequest): Promise<ServedPage>
  /** A page that is kept, and need not be made anew yet. */
  fresh(key: string): StoredPage | undefined
  /** Forget pages by surrogate key, and keep none that is being made from what they name; how many went. */
  drop(keys: readonly string[]): number
}

/** How long pages may be shown, in milliseconds. */
interface Times {
  /** Without making them anew. */
  readonly fresh: number
  /** Beyond that, while they are made anew behind the visitor's back. */
  readonly revalidate: number
  /** Beyond that, when they cannot be made anew. */
  readonly error: number
}

interface Options {
  readonly store: PageStore
  readonly changes: ChangeLog
  readonly alias: string
  /** 0: nothing is kept. */
  readonly freshMs: number
  /** The releases that would make such a page now. */
  readonly stampFor: (apps: readonly string[]) => string
  readonly now: () => number
}

const REVALIDATE_MS = 60_000
const DAY_MS = 24 * 3_600_000
/** A page that is past its time is waited for so long; then what was kept is shown. */
const PATIENCE_MS = 300
/** After a failure a page is not made anew at once: its visitors would wait for the next one. */
const RETRY_PAUSE_MS = 1_000
const NOT_FOUND_TIMES: Times = { fresh: 5_000, revalidate: 0, error: 10_000 }

/** Public pages: fresh ones as they are, stale ones while they are made anew, one making for many visitors. */
export function createPublicPages(options: Options): PublicPages {
  const { store, changes, alias, freshMs, stampFor, now } = options
  const singleFlight = createSingleFlight<StoredPage>()
  /** What is kept and made by the releases that are live. */
  const keptFor = (key: string): StoredPage | undefined => {
    const page = store.get(key)
    if (!page || page.stamp === stampFor(page.answer.apps)) return page
    store.delete(key)
    return undefined
  }

  /** Make a page, once for all who ask for it at the same time. */
  const makeOnce = (request: PublicRequest, signal?: AbortSignal): Promise<StoredPage> =>
    singleFlight.run(request.key, signal, (end) => makeAndStore(request, end.signal, options))

  const served = (page: StoredPage, how: ServedPage['how']) => ({ page, how, ageMs: now() - page.madeAt })

  /** Revalidate a stored page; null when the new one does not come, or not in time. */
  const revalidate = async (request: PublicRequest, kept: StoredPage, patienceMs: number) => {
    if (kept.retryAfter > now()) return null
    const pauseRetries = (): null => {
      store.replace(request.key, kept, { ...kept, retryAfter: now() + RETRY_PAUSE_MS })
      return null
    }
    // Whoever makes pages has told the log why one failed.
    const renewed = makeOnce(request).then(
      (page) => (page.answer.cacheClass === 'failed' ? pauseRetries() : page),
      pauseRetries,
    )
    return patienceMs === 0 ? null : raceDeadline(patienceMs, renewed, () => null)
  }

  return {
    fresh(key) {
      const kept = keptFor(key)
      return kept && now() - kept.madeAt < timesOf(kept, freshMs).fresh ? kept : undefined
    },
    async answer(request) {
      const kept = keptFor(request.key)
      if (!kept) return served(await makeOnce(request, request.signal), 'made')
      const age = now() - kept.madeAt
      const times = timesOf(kept, freshMs)
      if (age < times.fresh) return served(kept, 'hit')
      if (age >= times.fresh + times.revalidate + times.error)
        return served(await makeOnce(request, request.signal), 'made')
      const isRecent = age < times.fresh + times.revalidate
      const renewed = await revalidate(request, kept, isRecent ? 0 : PATIENCE_MS)
      return renewed ? served(renewed, 'made') : served(kept, 'stale')
    },
    drop(keys) {
      const dropped = [...keys, anyUpdateKey(alias)]
      changes.add(dropped)
      singleFlight.forget()
      return store.dropByKeys(dropped)
    },
  }
}

/** Make a page, and store it unless content has changed meanwhile. */
async function makeAndStore(
  request: PublicRequest,
  end: AbortSignal,
  { store, changes, alias, freshMs, stampFor, now }: Options,
): Promise<StoredPage> {
  const since = changes.mark()
  const made = await request.make(end)
  const isOutdated = changes.touches(since, answerKeys(made.cacheClass, alias, made.keys))
  const answer: PageAnswer = isOutdated ? { ...made, cacheClass: 'outdated' } : made
  const page = storePage(answer, { madeAt: now(), stamp: stampFor(answer.apps) })
  if (freshMs > 0 && isStorable(answer.cacheClass))
    store.set(request.key, page, request.hasQuery || answer.status !== 200)
  // A page that is private now, or gone, may not be shown to others from before.
  else if (answer.cacheClass === 'private') store.delete(request.key)
  return page
}

const timesOf = ({ answer }: StoredPage, fresh: number): Times =>
  answer.cacheClass === 'page'
    ? { fresh, revalidate: REVALIDATE_MS, error: DAY_MS }
    : { ...NOT_FOUND_TIMES, fresh: Math.min(NOT_FOUND_TIMES.fresh, fresh) }

/** The changes of content that this process was told of lately: for what was being made while one came. */
interface ChangeLog {
  /** A moment, for `touches`. */
  mark(): number
  /** Content with these keys has changed. */
  add(keys: readonly string[]): void
  /** Whether anything with one of these keys has changed since; yes when it can no longer be told. */
  touches(since: number, keys: readonly string[]): boolean
}

/** Longer ago nothing is still being made: a page has 2.5 seconds. */
const KEPT = 1_000

/** No changes yet. */
export function createChangeLog(): ChangeLog {
  const changes: (readonly string[])[] = []
  let forgotten = 0
  return {
    mark: () => forgotten + changes.length,
    add(keys) {
      changes.push(keys)
      if (changes.length <= KEPT) return
      changes.shift()
      forgotten += 1
    },
    touches(since, keys) {
      if (since < forgotten) return true
      const later = changes.slice(since - forgotten)
      if (later.length === 0) return false
      const own = new Set(keys)
      return later.some((changed) => changed.some((key) => own.has(key)))
    },
  }
}

/** Says by which releases an answer was made: the same text as long as all of them are live. */
type ReleaseStamp = (snapshot: ReleaseSnapshot, apps: readonly string[]) => string

/**
 * Stamps of answers: the versions of the apps that took part, and of the routes of all of them, since a new route may take
 * a path that was another's.
 */
export function createReleaseStamp(): ReleaseStamp {
  const routes = new WeakMap<RoutingTable, string>()
  const made = new WeakMap<ReleaseSnapshot, WeakMap<readonly string[], string>>()
  const make = (snapshot: ReleaseSnapshot, apps: readonly string[]): string => {
    const known = routes.get(snapshot.table) ?? routesOf(snapshot)
    routes.set(snapshot.table, known)
    return `${apps.map((app) => `${app}@${versionOf(snapshot, app)}`).join(' ')} ${known}`
  }
  return (snapshot, apps) => {
    // Asked for with every page that is kept: by the very lists, which its pages keep.
    const stamps = made.get(snapshot) ?? new WeakMap<readonly string[], string>()
    made.set(snapshot, stamps)
    const stamp = stamps.get(apps) ?? make(snapshot, apps)
    stamps.set(apps, stamp)
    return stamp
  }
}

const versionOf = ({ shell, remotes }: ReleaseSnapshot, app: string): string =>
  (app === 'shell' ? shell : [...remotes.values()].find(({ release }) => release.app === app))?.release
    .version ?? 'none'

/** What the manifests say about which path shows what; other parts of them concern their own pages only. */
const routesOf = ({ remotes }: ReleaseSnapshot): string =>
  createHash('sha256')
    .update(
      JSON.stringify(
        [...remotes.values()].map(({ remote: { manifest } }) => [
          manifest.name,
          manifest.staticRoutes,
          manifest.contentTypes,
          manifest.frameSlots,
        ]),
      ),
    )
    .digest('base64url')
