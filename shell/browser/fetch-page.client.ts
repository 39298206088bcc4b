import type { PageTree } from '../state/follow-path.epic.ts'

/** What came for the state of a page. */
export interface PageAnswer {
  readonly status: number
  /** The page, that of an error included; null for redirects and answers that are no JSON. */
  readonly page: PageTree | null
  /** Where access sends the visitor: a path of this site. */
  readonly redirect: string | null
  /** For the visitor to quote. */
  readonly requestId: string | null
}

/** The state of a page from `?redux=true`. Rejects when the network fails or the signal ends it. Source: design 2. */
export async function fetchPage(key: string, signal: AbortSignal): Promise<PageAnswer> {
  const address = `${key}${key.includes('?') ? '&' : '?'}redux=true`
  const response = await fetch(address, {
    signal,
    headers: { accept: 'application/json' },
    credentials: 'same-origin',
  })
  const { status, headers, redirected } = response
  const isJson = (headers.get('content-type') ?? '').includes('application/json')
  const body = isJson && !redirected ? ((await response.json()) as PageTree & Refusal) : null
  const isRefusal = status === 401 || status === 403
  return {
    status,
    page: isRefusal ? null : body,
    redirect: isRefusal ? ownPath(body?.redirect) : null,
    requestId: headers.get('x-request-id'),
  }
}

/** The body of a 401 or 403. */
interface Refusal {
  readonly redirect?: unknown
}

const ownPath = (path: unknown): string | null =>
  typeof path === 'string' && /^\/(?![/\\])/.test(path) ? path : null
