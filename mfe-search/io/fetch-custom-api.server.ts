import type { CustomApiCall } from '../domain/custom-api.ts'
import { searchError } from '../errors.ts'

/** Limits of an answer: the page waits for it no longer than its slot may take, and it is read as a whole. */
const CUSTOM_API_LIMITS = { timeoutMs: 1_200, bytes: 1_048_576 } as const

/** Requests a custom API. Its uri comes from the configuration; the visitor's choices are only in the encoded parameters. */
export type FetchCustomApi = (call: CustomApiCall, signal: AbortSignal) => Promise<unknown>

/**
 * GET a custom API's answer as JSON, with nothing about the visitor: no cookies, no token, no referrer. Redirects are not followed, since
 * only the address in the configuration is trusted.
 * @throws AppError search/custom-api-failed; the signal's reason if it was aborted
 */
export const createFetchCustomApi =
  ({
    timeoutMs,
    bytes,
  }: { readonly timeoutMs: number; readonly bytes: number } = CUSTOM_API_LIMITS): FetchCustomApi =>
  async ({ uri, params }, signal) => {
    const url = new URL(uri)
    for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value)
    try {
      const response = await fetch(url, {
        headers: { accept: 'application/json' },
        redirect: 'error',
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      })
      if (response.status !== 200) {
        // Otherwise the connection would stay open until the body is garbage collected.
        await response.body?.cancel()
        throw new Error(`answered with ${response.status}`)
      }
      return JSON.parse(await readText(response, bytes)) as unknown
    } catch (thrown) {
      if (signal.aborted) throw signal.reason
      throw searchError('search/custom-api-failed', { cause: thrown, details: { uri } })
    }
  }

/** The text of an answer. Throws if it is longer than `most` bytes. */
async function readText({ body }: Response, most: number): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.byteLength
    if (size > most) throw new Error(`is longer than ${most} bytes`)
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}
