import { AppError } from '@tessera/shared/contract'
import { clientError } from './errors.ts'

/** The first attempt may be a preload that failed, so there are three. Source: reference federation 6.2. */
const MAX_TRIES = 3
/** Pause before the second attempt; twice as long before the third. */
const PAUSE_MS = 100

/** A script to run. */
export interface ScriptRequest {
  readonly url: string
  /** Empty in development, where files change. */
  readonly integrity: string
  readonly timeoutMs: number
}

/**
 * Fetch and run a script. Resolves when it has run; the caller has to check whether it did its work.
 * @throws AppError client/script-unreachable, client/script-late
 */
export function loadScript(
  { url, integrity, timeoutMs }: ScriptRequest,
  trust: (url: string) => string,
): Promise<void> {
  const script = document.createElement('script')
  script.src = trust(url)
  script.integrity = integrity
  script.crossOrigin = 'anonymous'
  return new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(clientError('client/script-late', { details: { url } })), timeoutMs)
    script.onload = () => resolve()
    // The browser does not say whether the network failed or the hash was wrong.
    script.onerror = () => reject(clientError('client/script-unreachable', { details: { url } }))
    const end = () => clearTimeout(timer)
    script.addEventListener('load', end)
    script.addEventListener('error', end)
    document.head.append(script)
  }).finally(() => script.remove())
}

/** Whether another attempt may help, and at which address. */
type Retry = 'same-address' | 'other-address' | 'never'

/**
 * Try again only after a failure of the network: a script that was evaluated and failed may have left partial effects.
 * `attempt` gets the text to append to its address: empty, or a query that makes it a different address.
 */
export async function withRetries<T>(
  attempt: (query: string) => Promise<T>,
  decideRetry: (thrown: unknown) => Retry,
  pauseMs = PAUSE_MS,
): Promise<T> {
  let query = ''
  for (let tries = 1; ; tries++) {
    try {
      return await attempt(query)
    } catch (thrown) {
      const retry = decideRetry(thrown)
      if (tries === MAX_TRIES || retry === 'never') throw thrown
      if (retry === 'other-address') query = `?try=${tries + 1}`
      await new Promise((resolve) => setTimeout(resolve, pauseMs * tries))
    }
  }
}

/** For scripts that we load: after a timeout the address changes, since the browser would reuse the request that hangs. */
export function retryOfScript(thrown: unknown): Retry {
  if (!(thrown instanceof AppError)) return 'never'
  if (thrown.code === 'client/script-late') return 'other-address'
  return thrown.code === 'client/script-unreachable' ? 'same-address' : 'never'
}

/** For chunks that a remote's own bundle loads. After a timeout there is no retry, since we cannot change the chunk's address. */
export const retryOfChunk = (thrown: unknown): Retry =>
  thrown instanceof Error &&
  thrown.name === 'ChunkLoadError' &&
  (thrown as { readonly type?: string }).type !== 'timeout'
    ? 'same-address'
    : 'never'
