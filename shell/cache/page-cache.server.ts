import { createHash } from 'node:crypto'
import { createSingleFlight, raceDeadline, type SingleFlight } from '@tessera/shared/io'
import { answerKeys, anyUpdateKey, type PageAnswer } from '../http/caching-headers.ts'
import {
  isStorable,
  storePage,
  type PageStore,
  type ServedPage,
  type StoredPage,
} from './page-store.server.ts'
import type { ReleaseSnapshot } from '../releases/live-releases.server.ts'
import { manifestsOf } from '../releases/live-state.server.ts'
import type { RoutingTable } from '../releases/routing-table.ts'

/** A request for a public page. */
interface PublicRequest {
  readonly key: string
  /** The number of addresses with a query is unlimited: they may not evict other pages. */
  readonly hasQuery: boolean
  /** The releases that the visitor sees. */
  readonly releases: ReleaseSnapshot
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal
  /** Render the page; `end` is aborted when no request waits for it any more. */
  readonly make: (end: AbortSignal) => Promise<PageAnswer>
}

/** Serves public pages from the cache, and revalidates them. */
export interface PublicPages {
  /** Rejects as `make` does when there is no stale page to serve instead. */
  answer(request: PublicRequest): Promise<ServedPage>
  /** A cached page that is still fresh, and was rendered by these releases. */
  fresh(key: string, releases: ReleaseSnapshot): StoredPage | undefined
  /** Invalidate pages by surrogate key, those being rendered included; how many were dropped. */
  drop(keys: readonly string[]): number
}

/** How long a page may be served, in milliseconds. */
interface Times {
  /** Without revalidation. */
  readonly fresh: number
  /** Stale while revalidate: beyond that, while the page is rendered in the background. */
  readonly revalidate: number
  /** Stale if error: beyond that, when it cannot be rendered. */
  readonly error: number
}

interface Options {
  readonly store: PageStore
  readonly changes: ChangeLog
  readonly alias: string
  /** 0 switches the cache off. */
  readonly freshMs: number
  /** Names the releases that render a page in which these apps take part. */
  readonly stampFor: ReleaseStamp
  /** Monotonic, in milliseconds. */
  readonly now: () => number
  /** The date and time, in milliseconds since 1970. */
  readonly wallClock: () => number
}

const REVALIDATE_MS = 60_000
const DAY_MS = 24 * 3_600_000
/** How long a request waits for revalidation before it gets the stale page. */
const REVALIDATE_WAIT_MS = 300
/** After a failed revalidation requests get the stale page at once for this long. */
const RETRY_PAUSE_MS = 1_000
/** How long a request waits if the stale page's content is no longer valid: longer than any page takes to render, or to fail. */
const INVALID_WAIT_MS = 30_000
const NOT_FOUND_TIMES: Times = { fresh: 5_000, revalidate: 0, error: 10_000 }

/** A cache of public pages: stale while revalidate, stale if error, one rendering for concurrent requests. */
export function createPublicPages(options: Options): PublicPages {
  const { store, changes, alias, freshMs, stampFor, now, wallClock } = options
  let flights = new WeakMap<ReleaseSnapshot, SingleFlight<StoredPage>>()
  /** The cached page, if it was rendered by the releases that the visitor sees. */
  const cachedFor = ({ key, releases }: Pick<PublicRequest, 'key' | 'releases'>): StoredPage | undefined => {
    const page = store.get(key)
    if (!page || page.stamp === stampFor(releases, page.answer.apps)) return page
    store.delete(key)
    return undefined
  }

  /** Render a page once for all concurrent requests. */
  const makeOnce = (request: PublicRequest, signal?: AbortSignal): Promise<StoredPage> =>
    flightOf(request, flights).run(request.key, signal, (end) => makeAndStore(request, end.signal, options))

  const isValid = (page: StoredPage): boolean => (leftOf(page, wallClock()).leftMs ?? 1) > 0
  const served = (page: StoredPage, how: ServedPage['how']) => servedPage(page, how, options)

  /** Revalidate a stored page; null when rendering fails, or takes too long. */
  const revalidate = async (request: PublicRequest, cached: StoredPage, maxWaitMs: number) => {
    if (cached.retryAfter > now()) return null
    const pauseRetries = (): null => {
      store.replace(request.key, cached, { ...cached, retryAfter: now() + RETRY_PAUSE_MS })
      return null
    }
    // The reason of a failed rendering has been logged already.
    const renewed = makeOnce(request).then(
      (page) => (page.answer.cacheClass === 'failed' ? pauseRetries() : page),
      pauseRetries,
    )
    return maxWaitMs === 0 ? null : raceDeadline(maxWaitMs, renewed, () => null)
  }

  return {
    fresh(key, releases) {
      const page = cachedFor({ key, releases })
      return page && isValid(page) && now() - page.madeAt < timesOf(page, freshMs).fresh ? page : undefined
    },
    async answer(request) {
      const cached = cachedFor(request)
      if (!cached) return served(await makeOnce(request, request.signal), 'made')
      const age = now() - cached.madeAt
      const times = timesOf(cached, freshMs)
      if (age < times.fresh && isValid(cached)) return served(cached, 'hit')
      if (age >= times.fresh + times.revalidate + times.error)
        return served(await makeOnce(request, request.signal), 'made')
      const isRecent = age < times.fresh + times.revalidate
      const maxWaitMs = isValid(cached) ? (isRecent ? 0 : REVALIDATE_WAIT_MS) : INVALID_WAIT_MS
      const renewed = await revalidate(request, cached, maxWaitMs)
      return renewed ? served(renewed, 'made') : served(cached, 'stale')
    },
    drop(keys) {
      const dropped = [...keys, anyUpdateKey(alias)]
      changes.add(dropped)
      flights = new WeakMap()
      return store.dropByKeys(dropped)
    },
  }
}

/** One for each set of releases, so that nobody who comes after a release gets a page that those before it were rendering. */
function flightOf<T>({ releases }: PublicRequest, flights: WeakMap<ReleaseSnapshot, SingleFlight<T>>) {
  const flight = flights.get(releases) ?? createSingleFlight<T>()
  flights.set(releases, flight)
  return flight
}

/** How long a page's content stays valid, in milliseconds; absent for most pages, which have no such limit. */
const leftOf = ({ answer: { validUntil } }: StoredPage, now: number): { readonly leftMs?: number } =>
  validUntil === undefined ? {} : { leftMs: validUntil - now }

const servedPage = (
  page: StoredPage,
  how: ServedPage['how'],
  { now, wallClock }: Pick<Options, 'now' | 'wallClock'>,
): ServedPage => ({ page, how, ageMs: now() - page.madeAt, ...leftOf(page, wallClock()) })

/** Render a page, and store it unless its content has changed meanwhile. */
async function makeAndStore(
  request: PublicRequest,
  end: AbortSignal,
  { store, changes, alias, freshMs, stampFor, now }: Options,
): Promise<StoredPage> {
  const since = changes.mark()
  const made = await request.make(end)
  const isOutdated = changes.touches(since, () => answerKeys(made.cacheClass, alias, made.keys))
  const answer: PageAnswer = isOutdated ? { ...made, cacheClass: 'outdated' } : made
  const page = storePage(answer, { madeAt: now(), stamp: stampFor(request.releases, answer.apps) })
  if (freshMs > 0 && isStorable(answer.cacheClass))
    store.set(request.key, page, request.hasQuery || answer.status !== 200)
  // A page that has become private may not be served from the cache any more.
  else if (answer.cacheClass === 'private') store.delete(request.key)
  return page
}

const timesOf = ({ answer }: StoredPage, fresh: number): Times =>
  answer.cacheClass === 'page'
    ? { fresh, revalidate: REVALIDATE_MS, error: DAY_MS }
    : { ...NOT_FOUND_TIMES, fresh: Math.min(NOT_FOUND_TIMES.fresh, fresh) }

/** The latest changes of content: a page that was being rendered while one came is not stored. */
interface ChangeLog {
  /** A position in the log, for `touches`. */
  mark(): number
  /** Content with these keys has changed. */
  add(keys: readonly string[]): void
  /** Whether content with one of these keys has changed since; true when the log is too short. `keys` is only called after a change. */
  touches(since: number, keys: () => readonly string[]): boolean
}

/** Changes that are remembered: a page is rendered within 2.5 seconds. */
const MAX_CHANGES = 1_000

/** An empty log of changes. */
export function createChangeLog(): ChangeLog {
  const changes: (readonly string[])[] = []
  let forgotten = 0
  return {
    mark: () => forgotten + changes.length,
    add(keys) {
      changes.push(keys)
      if (changes.length <= MAX_CHANGES) return
      changes.shift()
      forgotten += 1
    },
    touches(since, keys) {
      if (since < forgotten) return true
      const later = changes.slice(since - forgotten)
      if (later.length === 0) return false
      const own = new Set(keys())
      return later.some((changed) => changed.some((key) => own.has(key)))
    },
  }
}

/** Names the releases that rendered a page: the same text as long as all of them are live. */
type ReleaseStamp = (snapshot: ReleaseSnapshot, apps: readonly string[]) => string

/**
 * Stamps of pages: the versions of the apps that took part, and a hash of the routes of all apps, since a new route may take
 * over a path from another app.
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
    // Called for every cached page: stamps are kept by the array of apps, which pages of the same kind share.
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

/** A hash of what the manifests say about routing; their other parts only affect pages of their own remote. */
const routesOf = (snapshot: ReleaseSnapshot): string =>
  createHash('sha256')
    .update(
      JSON.stringify(
        manifestsOf(snapshot).map(({ name, staticRoutes, contentTypes, frameSlots }) => [
          name,
          staticRoutes,
          contentTypes,
          frameSlots,
        ]),
      ),
    )
    .digest('base64url')
