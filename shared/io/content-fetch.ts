import { Client } from 'contensis-delivery-api'
import type { SiteConfig } from '../config/index.ts'
import { AppError, toAppError, type ApiCall, type StatusHandlers } from '../contract/index.ts'
import { DEFAULT_VERSION_STATUS, type VersionStatus } from '../content/index.ts'
import { refusalOf, type Answer } from './answer.ts'
import type { Need, PlatformCall } from './platform-call.ts'
import type { PlatformClient } from './platform-client.ts'
import { ACCEPT_ENCODING } from './transport.server.ts'

/** The answer that a list of surrogate keys belongs to. */
export interface KeyedAnswer {
  readonly need: Need
  /** The called URL including the access token: only to distinguish answers, never for output or logs. */
  readonly url: string
  readonly data: unknown
}

/** The parts of a visitor's request that apply to every call made for it. */
export interface ContentRequest {
  /** Aborts every call, when the visitor has disconnected or the page's deadline has passed. */
  readonly signal?: AbortSignal
  /** W3C trace context, forwarded unchanged. */
  readonly traceparent?: string
  /** Origin and path of the page, without the query, which may contain a token. */
  readonly referer?: string
  /** The visitor's own cookies for the platform. Answers to calls with them are neither cached nor shared with other visitors. */
  readonly cookies?: string
  /** The visitor's own bearer token. Answers to calls with it are for this visitor only and are not cached. */
  readonly bearerToken?: string
  /** Whether answers are cached; `false` for code that reads all content once. */
  readonly isCached?: boolean
  readonly language?: string
  readonly versionStatus?: VersionStatus
  /** Handlers of statuses other than 200. */
  readonly statusHandlers?: StatusHandlers
  /** The project to call; the site's own by default. */
  readonly projectId?: string
  /** Called for each call to the platform, including failed ones, but not for cached answers. */
  readonly onCall?: (call: ApiCall) => void
  /** Called with the surrogate keys of each answer, including cached ones. */
  readonly onKeys?: (keys: readonly string[], answer: KeyedAnswer) => void
}

/** Everything that a call needs. */
export interface ContentContext {
  /** The part of the site's configuration that a content client needs. */
  readonly config: Pick<SiteConfig, 'projects' | 'platform' | 'secrets' | 'languages' | 'forms'>
  readonly platformClient: PlatformClient
  readonly request: ContentRequest
}

/** Get an answer of the platform: from the cache, from a running call or from a new one. Rejects with an AppError `content/…`. */
export type ContentFetch = (
  url: string,
  init?: {
    readonly method?: string
    readonly headers?: Readonly<Record<string, string>>
    readonly body?: string
  },
) => Promise<Answer>

const GROUPS: Readonly<Record<Need, Pick<PlatformCall, 'group'>>> = {
  primary: {},
  search: {},
  form: {},
  optional: { group: 'nodes' },
  tree: { group: 'tree' },
}

/** How long a stale site-wide answer is still used while a newer one is fetched in the background. */
const SITE_WIDE_STALE_MS = 60_000

/**
 * Deadline of a call for the navigation tree that all visitors share, for which pages wait no longer than `optionalDeadlineMs`: a tree that
 * always takes longer than that would otherwise never be shown.
 */
const TREE_DEADLINE_MS = 10_000

/** Options that override the defaults of a call's need. */
interface CallOptions {
  /** Replaces the site's own deadline. */
  readonly deadlineMs?: number | undefined
  /** Whether all kinds of pages make this call. */
  readonly isSiteWide?: boolean
}

/** Cache partition of published content for visitors without cookies or a session. */
const PUBLIC_PARTITION = `${DEFAULT_VERSION_STATUS}  `

/** The fetch function of one request, with its headers, cache partition, deadline and callbacks. */
export function createContentFetch(
  { platformClient, request }: ContentContext,
  need: Need,
  { deadlineMs: ownDeadlineMs, isSiteWide = false }: CallOptions = {},
): ContentFetch {
  const { limits } = platformClient
  const own = requestHeaders(request)
  // The version status is part of the partition, since drafts are read with another token.
  const partition = `${request.versionStatus ?? DEFAULT_VERSION_STATUS} ${request.bearerToken ?? ''} ${request.cookies ?? ''}`
  const isOptional = need === 'optional' || need === 'tree'
  const deadlineMs = ownDeadlineMs ?? (isOptional ? limits.optionalDeadlineMs : limits.callDeadlineMs)
  const isPublic = partition === PUBLIC_PARTITION && request.isCached !== false
  const runsOn = need === 'tree' && isPublic && limits.treeFreshMs > 0 && deadlineMs < TREE_DEADLINE_MS

  return async (url, { method: asked, headers, body } = {}) => {
    const method = asked === 'POST' ? 'POST' : 'GET'
    const call: PlatformCall = {
      method,
      url,
      headers: { ...headers, ...own },
      ...(body === undefined ? {} : { body }),
      // The separator is a line break because neither partition, method nor URL can contain one.
      key: `${partition}\n${method} ${url}\n${body ?? ''}`,
      isPublic: isPublic && !url.includes('versionStatus=latest'),
      freshMs: need === 'tree' || isSiteWide ? limits.treeFreshMs : limits.freshMs,
      staleMs: isSiteWide ? SITE_WIDE_STALE_MS : 0,
      ...GROUPS[need],
      need,
      deadlineMs,
      ...(runsOn ? { waitMs: deadlineMs, deadlineMs: TREE_DEADLINE_MS } : {}),
      mayRetry: !isOptional,
      ...(request.signal ? { signal: request.signal } : {}),
    }
    const answer = platformClient.cached(call) ?? (await fetchAndReport(call))
    if (answer.status !== 200) return handled({ ...answer, url: stripToken(url) }, request.statusHandlers)
    request.onKeys?.(answer.keys, { need, url, data: answer.data })
    return answer
  }

  async function fetchAndReport(call: PlatformCall): Promise<Answer> {
    const url = stripToken(call.url)
    try {
      const answer = await platformClient.fetch(call)
      request.onCall?.({ status: answer.status, keyCount: answer.keys.length, url })
      return answer
    } catch (thrown) {
      const error = toAppError(thrown)
      request.onCall?.({ status: error.status ?? 0, keyCount: 0, url })
      throw withUrl(error, url)
    }
  }
}

/** The answer; where a status handler returns a value, a 200 with that value as its data. */
function handled(answer: Answer, handlers: StatusHandlers = {}): Answer {
  const handler = handlers[answer.status] ?? handlers['*']
  const data = handler?.(refusalOf(answer))
  return data === undefined ? answer : { ...answer, status: 200, data, isReadable: true }
}

/** A copy of an error with the URL of this call: several waiting calls may share the original. */
const withUrl = ({ code, message, status, details, cause }: AppError, url: string): AppError =>
  new AppError(code, message, { status, details: { ...details, url }, cause })

/** Source: specification 7, Server-side requests; reference delivery-api 1.7. */
function requestHeaders({
  traceparent,
  referer,
  cookies,
  bearerToken,
}: ContentRequest): Readonly<Record<string, string>> {
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

/** A URL without its access token, for state and logs. */
export const stripToken = (url: string): string =>
  url
    .replace(/([?&])access_?token=[^&#]*(&?)/gi, (_match, before: string, after: string) =>
      after ? before : '',
    )
    .replace(/[?&]$/, '')

interface AnswerResponse {
  readonly answer: Answer
}

const NO_TEXT = Promise.resolve('')

/**
 * The npm client on our own fetch: it builds URLs, headers, and a POST where a URL becomes too long. Its parsing of answers is
 * bypassed, since it parses JSON again on every call and reads an empty body as `{}`: our response has `ok: false`, so that its `*`
 * handler returns the Answer.
 */
export function createNpmClient({ config, request }: ContentContext, fetchAnswer: ContentFetch): Client {
  return Client.create({
    rootUrl: config.platform.apiUrl,
    accessToken:
      request.versionStatus === 'latest' ? config.secrets.previewAccessToken : config.secrets.accessToken,
    projectId: request.projectId ?? config.projects[0].id,
    language: request.language ?? config.languages.primary,
    versionStatus: request.versionStatus ?? DEFAULT_VERSION_STATUS,
    fetchFn: async (url, init) =>
      toResponse(await fetchAnswer(url as string, init as Parameters<ContentFetch>[1])),
    responseHandler: { '*': (response) => (response as unknown as AnswerResponse).answer },
  })
}

const toResponse = (answer: Answer): Response =>
  ({
    ok: false,
    status: answer.status,
    statusText: '',
    url: '',
    text: () => NO_TEXT,
    answer,
  }) as AnswerResponse as unknown as Response
