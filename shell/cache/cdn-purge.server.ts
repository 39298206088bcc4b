import http from 'node:http'
import https from 'node:https'
import { createRetryQueue, raceDeadline, type RetryQueue } from '@tessera/shared/io'
import { MAX_KEYS_LENGTH } from '../http/caching-headers.ts'

/** Purges caches in front of the shell. */
export interface CdnPurge {
  /** Have every cache drop the responses that have one of these keys. A purge that a cache does not accept is sent to it again. */
  purge(keys: readonly string[]): void
  /** Send what still waits one last time: this process forgets it. */
  close(): Promise<void>
}

/** Sends one purge to one cache; rejects when the cache has not accepted it. */
export type SendPurge = (url: string, keys: readonly string[]) => Promise<void>

interface Options {
  readonly urls: readonly string[]
  /** The key that purges everything of the site: for a cache that was unreachable for too long. */
  readonly siteKey: string
  readonly send?: SendPurge
  readonly onFailure: (url: string, error: unknown) => void
}

/** Keys in one purge. Source: reference security 4.3. */
const KEYS_PER_PURGE = 200
/** Most keys that wait for one cache; beyond that, everything of the site is purged there. */
const MAX_WAITING = 5_000
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [250, 30_000]
const CALL_LIMIT_MS = 2_000
/** Longest time for which the end of this process waits: for a call in progress and one more. */
const LAST_CALLS_MS = 2 * CALL_LIMIT_MS

/** Create the purging of caches in front; no key waits yet. */
export function createCdnPurge({ urls, siteKey, send = sendByHttp, onFailure }: Options): CdnPurge {
  // One purge at a time for each cache, and none of them waits for another cache.
  const queue = createRetryQueue({
    concurrency: urls.length,
    maxWaiting: urls.length,
    pauseMs: (failures) => Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS),
    onFailure,
  })
  const caches = urls.map((url) => createKeyList({ url, siteKey, send, queue, onFailure }))
  return {
    purge: (keys) => caches.forEach((cache) => cache.add(keys)),
    async close() {
      queue.close()
      await Promise.all(caches.map((cache) => cache.end()))
    },
  }
}

interface KeyListOptions extends Pick<Options, 'onFailure'> {
  readonly url: string
  readonly siteKey: string
  readonly send: SendPurge
  readonly queue: RetryQueue
}

/** The keys that one cache has still to be purged of, in order. */
function createKeyList({ url, siteKey, send, queue, onFailure }: KeyListOptions) {
  const waiting = new Set<string>()
  /** While a purge is queued, new keys start no other one: a cache that does not answer is retried after a pause only. */
  let isQueued = false

  let sending = Promise.resolve()

  const sendNext = async (): Promise<void> => {
    const keys = nextBatch(waiting)
    // Removed before the call: a key that is added again meanwhile has to be sent again.
    keys.forEach((key) => waiting.delete(key))
    try {
      await send(url, keys)
    } catch (error) {
      keys.forEach((key) => waiting.add(key))
      throw error
    }
  }
  const sendRest = async (): Promise<void> => {
    await sending.catch(() => undefined)
    while (waiting.size > 0) await sendNext()
  }
  const purgeNext = async (): Promise<void> => {
    sending = sendNext()
    await sending
    isQueued = false
    enqueue()
  }
  const enqueue = (): void => {
    if (isQueued || waiting.size === 0) return
    isQueued = true
    queue.add(url, purgeNext)
  }
  return {
    add(keys: readonly string[]) {
      keys.forEach((key) => waiting.add(key))
      if (waiting.size > MAX_WAITING) {
        waiting.clear()
        waiting.add(siteKey)
      }
      enqueue()
    },
    /** Send the keys that still wait, without retries and for a limited time. */
    async end() {
      try {
        await raceDeadline(LAST_CALLS_MS, sendRest(), () => {
          throw new Error('This process ended before the cache had accepted every purge')
        })
      } catch (error) {
        onFailure(url, error)
      }
    },
  }
}

/** The first of the waiting keys: as many as one purge may have, in number and in length, but at least one. */
function nextBatch(waiting: ReadonlySet<string>): readonly string[] {
  const keys: string[] = []
  let length = 0
  for (const key of waiting) {
    length += key.length + 1
    if (keys.length === KEYS_PER_PURGE || (length > MAX_KEYS_LENGTH && keys.length > 0)) break
    keys.push(key)
  }
  return keys
}

/** `PURGEKEYS /` with the keys in `x-keys`, as deploy/varnish/default.vcl takes it. */
const sendByHttp: SendPurge = (url, keys) =>
  new Promise((resolve, reject) => {
    const { request } = url.startsWith('https:') ? https : http
    const call = request(
      url,
      { method: 'PURGEKEYS', headers: { 'x-keys': keys.join(' ') }, timeout: CALL_LIMIT_MS },
      (answer) => {
        answer.resume()
        if (answer.statusCode === 200) resolve()
        else reject(new Error(`The cache answered ${answer.statusCode}`))
      },
    )
    call.on('timeout', () => call.destroy(new Error('The cache did not answer in time')))
    call.on('error', reject)
    call.end()
  })
