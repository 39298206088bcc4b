import { AppError, toAppError } from '../contract/index.ts'
import type { Answer } from './answer.ts'
import type { ContentContext } from './content-request.ts'
import type { Need, PlatformCall } from './platform-call.ts'
import { ACCEPT_ENCODING } from './read-body.server.ts'
import { stripToken } from './strip-token.ts'

/** What to fetch; the rest comes from the request. */
export interface FetchInit {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

const GROUPS: Readonly<Record<Need, Pick<PlatformCall, 'group'>>> = {
  primary: {},
  optional: { group: 'nodes' },
  tree: { group: 'tree' },
}

/** Fetch an answer of the platform: kept, shared or new. Rejects with an AppError `content/…`. */
export type ContentFetch = (url: string, init?: FetchInit) => Promise<Answer>

/** Published content as a visitor without cookies or a session sees it. */
const PUBLIC_LANE = 'published  '

/** The fetch of one request: its headers, its lane, its end, and what it is told about its calls. */
export function createContentFetch({ gate, request }: ContentContext, need: Need): ContentFetch {
  const { limits } = gate
  const own = requestHeaders(request)
  // The status is part of the lane, since drafts are read with another token.
  const lane = `${request.versionStatus ?? 'published'} ${request.bearerToken ?? ''} ${request.cookies ?? ''}`
  const deadlineMs = need === 'primary' ? limits.callDeadlineMs : limits.optionalDeadlineMs

  return async (url, { method, headers, body } = {}) => {
    const call: PlatformCall = {
      method: method === 'POST' ? 'POST' : 'GET',
      url,
      headers: { ...headers, ...own },
      ...(body === undefined ? {} : { body }),
      lane,
      isPublic: lane === PUBLIC_LANE && request.isKept !== false && !url.includes('versionStatus=latest'),
      freshMs: need === 'tree' ? limits.treeFreshMs : limits.freshMs,
      ...GROUPS[need],
      deadlineMs,
      mayRetry: need === 'primary',
      ...(request.signal ? { signal: request.signal } : {}),
    }
    const fresh = gate.fresh(call)
    const answer = fresh ?? (await askAndReport(call))
    if (answer.status === 200) request.onKeys?.(answer.keys, { need, url, data: answer.data })
    return answer
  }

  async function askAndReport(call: PlatformCall): Promise<Answer> {
    const url = stripToken(call.url)
    try {
      const answer = await gate.ask(call)
      request.onCall?.({ status: answer.status, keyCount: answer.keys.length, url })
      return answer
    } catch (thrown) {
      const error = toAppError(thrown)
      request.onCall?.({ status: error.status ?? 0, keyCount: 0, url })
      throw withUrl(error, url)
    }
  }
}

/** A new error for each who waited: the address is theirs, the error may be shared. */
const withUrl = ({ code, message, status, details, cause }: AppError, url: string): AppError =>
  new AppError(code, message, { status, details: { ...details, url }, cause })

/** Source: specification 7, Server-side requests; reference delivery-api 1.7. */
function requestHeaders({
  traceparent,
  referer,
  cookies,
  bearerToken,
}: ContentContext['request']): Readonly<Record<string, string>> {
  return {
    'accept-encoding': ACCEPT_ENCODING,
    'x-require-surrogate-key': 'true',
    'x-crb-ssr': 'true',
    ...(traceparent ? { traceparent } : {}),
    ...(referer ? { referer } : {}),
    ...(cookies ? { cookie: cookies } : {}),
    ...(bearerToken ? { authorization: `Bearer ${bearerToken}` } : {}),
  }
}
