import http from 'node:http'
import https from 'node:https'

/** Caches in front of the shell, which are told what has changed. */
export interface Edges {
  /** Have every cache forget what carries one of these keys. What one does not take is told to it again. */
  purge(keys: readonly string[]): void
  close(): void
}

/** How one cache is told; rejects when it has not understood. */
export type TellEdge = (url: string, keys: readonly string[]) => Promise<void>

interface Options {
  readonly urls: readonly string[]
  /** Drops everything of the site: for a cache that was away for too long. */
  readonly siteKey: string
  readonly tell?: TellEdge
  readonly onFailure: (url: string, error: unknown) => void
}

/** Keys in one call. Source: reference security 4.3. */
const KEYS_PER_CALL = 200
/** Keys that wait for one cache; beyond that, everything is dropped. */
const MAX_WAITING = 5_000
const [FIRST_WAIT_MS, LONGEST_WAIT_MS] = [250, 30_000]
const CALL_LIMIT_MS = 2_000

/** Nothing is waiting yet. */
export function createEdges({ urls, siteKey, tell = tellByHttp, onFailure }: Options): Edges {
  const lines = urls.map((url) => createLine({ url, siteKey, tell, onFailure }))
  return {
    purge: (keys) => lines.forEach((line) => line.add(keys)),
    close: () => lines.forEach((line) => line.close()),
  }
}

type LineOptions = Pick<Options, 'siteKey' | 'onFailure'> & { readonly url: string; readonly tell: TellEdge }

/** The keys that one cache has still to be told, in order, one call at a time. */
function createLine({ url, siteKey, tell, onFailure }: LineOptions) {
  const waiting = new Set<string>()
  let timer: NodeJS.Timeout | null = null
  let isTelling = false
  let isClosed = false
  let waitMs = FIRST_WAIT_MS

  const next = async (): Promise<void> => {
    if (isTelling || isClosed || waiting.size === 0) return
    isTelling = true
    const keys = [...waiting].slice(0, KEYS_PER_CALL)
    // Taken off before the call: a key that is named again meanwhile has to be told again.
    keys.forEach((key) => waiting.delete(key))
    const error = await tell(url, keys).then(
      () => null,
      (thrown: unknown) => ({ thrown }),
    )
    isTelling = false
    if (!error) {
      waitMs = FIRST_WAIT_MS
      return next()
    }
    onFailure(url, error.thrown)
    keys.forEach((key) => waiting.add(key))
    if (isClosed) return
    timer = setTimeout(() => {
      timer = null
      void next()
    }, waitMs).unref()
    waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)
  }

  return {
    add(keys: readonly string[]) {
      keys.forEach((key) => waiting.add(key))
      if (waiting.size > MAX_WAITING) {
        waiting.clear()
        waiting.add(siteKey)
      }
      // One that does not answer is asked again in its own time, not with every change.
      if (timer === null) void next()
    },
    close() {
      isClosed = true
      if (timer) clearTimeout(timer)
    },
  }
}

/** `PURGEKEYS /` with the keys in `x-keys`, as deploy/varnish/default.vcl takes it. */
const tellByHttp: TellEdge = (url, keys) =>
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
