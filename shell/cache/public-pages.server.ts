import { createSingleFlight } from '@tessera/shared/io'
import { answerKeys, anyUpdateKey } from '../domain/response-headers.ts'
import type { ChangeLog } from './change-log.ts'
import type { PageAnswer } from './page-answer.ts'
import { isStorable, type PageStore } from './page-store.server.ts'
import { storePage, type ServedPage, type StoredPage } from './stored-page.server.ts'

/** A request of the public lane. */
export interface PublicRequest {
  readonly key: string
  /** Whether anybody can make up such addresses: they may not push real pages out. */
  readonly isWild: boolean
  /** Ends when the visitor is gone. */
  readonly signal: AbortSignal
  /** Make the answer; `end` ends when nobody waits for it any more. */
  readonly make: (end: AbortSignal) => Promise<PageAnswer>
}

/** Answers requests of the public lane from what is kept, and keeps it up to date. */
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
const REST_MS = 1_000
const NOT_FOUND_TIMES: Times = { fresh: 5_000, revalidate: 0, error: 10_000 }

/** Public pages: fresh ones as they are, stale ones while they are made anew, one making for many visitors. */
export function createPublicPages({ store, changes, alias, freshMs, stampFor, now }: Options): PublicPages {
  const singleFlight = createSingleFlight<StoredPage>()
  /** What is kept and made by the releases that are live. */
  const keptFor = (key: string): StoredPage | undefined => {
    const page = store.get(key)
    if (!page || page.stamp === stampFor(page.answer.apps)) return page
    store.delete(key)
    return undefined
  }

  const make = async (request: PublicRequest, end: AbortSignal): Promise<StoredPage> => {
    const since = changes.mark()
    const made = await request.make(end)
    const isOutdated = changes.touches(since, answerKeys(made.cacheClass, alias, made.keys))
    const answer: PageAnswer = isOutdated ? { ...made, cacheClass: 'outdated' } : made
    const page = storePage(answer, { madeAt: now(), stamp: stampFor(answer.apps) })
    if (freshMs > 0 && isStorable(answer.cacheClass))
      store.set(request.key, page, request.isWild || answer.status !== 200)
    // What is of one visitor now, or gone, may not be shown to others from before.
    else if (answer.cacheClass === 'private') store.delete(request.key)
    return page
  }
  const fly = (request: PublicRequest, signal?: AbortSignal): Promise<StoredPage> =>
    singleFlight.run(request.key, signal, (end) => make(request, end.signal))

  const served = (page: StoredPage, how: ServedPage['how']): ServedPage => ({
    page,
    how,
    ageMs: now() - page.madeAt,
  })

  /** Make a page anew that there is a copy of; null when it does not come, or not in time. */
  const renew = async (request: PublicRequest, kept: StoredPage, patienceMs: number) => {
    if (kept.restsUntil > now()) return null
    const rest = (): null => {
      store.replace(request.key, kept, { ...kept, restsUntil: now() + REST_MS })
      return null
    }
    // Whoever makes pages has told the log why one failed.
    const renewed = fly(request).then((page) => (page.answer.cacheClass === 'failed' ? rest() : page), rest)
    return patienceMs === 0 ? null : Promise.race([renewed, afterMs(patienceMs)])
  }

  return {
    fresh(key) {
      const kept = keptFor(key)
      return kept && now() - kept.madeAt < timesOf(kept, freshMs).fresh ? kept : undefined
    },
    async answer(request) {
      const kept = keptFor(request.key)
      if (!kept) return served(await fly(request, request.signal), 'made')
      const age = now() - kept.madeAt
      const times = timesOf(kept, freshMs)
      if (age < times.fresh) return served(kept, 'hit')
      if (age >= times.fresh + times.revalidate + times.error)
        return served(await fly(request, request.signal), 'made')
      const isRecent = age < times.fresh + times.revalidate
      const renewed = await renew(request, kept, isRecent ? 0 : PATIENCE_MS)
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

const timesOf = ({ answer }: StoredPage, fresh: number): Times =>
  answer.cacheClass === 'page'
    ? { fresh, revalidate: REVALIDATE_MS, error: DAY_MS }
    : { ...NOT_FOUND_TIMES, fresh: Math.min(NOT_FOUND_TIMES.fresh, fresh) }

const afterMs = (ms: number): Promise<null> =>
  new Promise((resolve) => setTimeout(() => resolve(null), ms).unref())
