import { DATA_PATH } from '../config/index.ts'
import { AppError, type AskData, type Json } from '../contract/index.ts'
import { spaError } from '../lifecycles/index.ts'

/** Longer than the server's own deadline. */
const DEADLINE_MS = 8_000

/**
 * Requests a remote's data endpoint from the host; each call is one HTTP request. A caller that asks again must abort the previous call
 * by its signal. The `details` of an error have the status and `retryAfterSeconds`, where they are known.
 */
export const askData: AskData = async (question, signal) => {
  const ended = AbortSignal.any([signal, AbortSignal.timeout(DEADLINE_MS)])
  try {
    const response = await fetch(addressOf(question), { ...AS_JSON, signal: ended })
    if (!response.ok) throw refusalOf(response)
    return (await response.json()) as Json
  } catch (cause) {
    signal.throwIfAborted()
    throw cause instanceof AppError ? cause : spaError('spa/data-unavailable', { cause })
  }
}

/** Redirects are errors, since they would lead to a page instead of JSON. */
const AS_JSON = {
  headers: { accept: 'application/json' },
  credentials: 'same-origin',
  redirect: 'error',
} as const

function addressOf({ remote, name, params = {}, language, origin = '' }: Parameters<AskData>[0]): string {
  const query = new URLSearchParams({ language: language ?? document.documentElement.lang })
  for (const [key, value] of Object.entries(params)) if (value !== undefined) query.set(key, value)
  // Sorted, so that equal requests have equal URLs for every cache on the way.
  query.sort()
  return `${origin}${DATA_PATH}/${remote}/${name}?${query.toString()}`
}

function refusalOf({ status, headers }: Response) {
  const seconds = Number(headers.get('retry-after') ?? NaN)
  const isForNow = status === 429 || status >= 500
  return spaError(isForNow ? 'spa/data-unavailable' : 'spa/data-refused', {
    status,
    details: { status, ...(Number.isFinite(seconds) && { retryAfterSeconds: seconds }) },
  })
}
