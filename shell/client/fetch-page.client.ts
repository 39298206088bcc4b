import type { PageTree } from '../state/follow-path.epic.ts'

/**
 * The state of a page from `?redux=true`. Null when only a full load can tell what is there: redirects, failures of the
 * server, answers that are no JSON. Rejects when the network fails or the signal ends it. Source: design 2.
 */
export async function fetchPage(key: string, signal: AbortSignal): Promise<PageTree | null> {
  const address = `${key}${key.includes('?') ? '&' : '?'}redux=true`
  const response = await fetch(address, {
    signal,
    headers: { accept: 'application/json' },
    credentials: 'same-origin',
  })
  const isJson = (response.headers.get('content-type') ?? '').includes('application/json')
  if (response.redirected || response.status >= 500 || !isJson) return null
  return (await response.json()) as PageTree
}
