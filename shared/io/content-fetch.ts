import { Client } from 'contensis-delivery-api'
import type { SiteConfig } from '../config/index.ts'
import { AppError, toAppError, type ApiCall, type StatusHandlers } from '../contract/index.ts'
import { DEFAULT_VERSION_STATUS, type VersionStatus } from '../content/index.ts'
import { refusalOf, type Answer } from './answer.ts'
import type { Need, PlatformCall } from './platform-call.ts'
import type { PlatformClient } from './platform-client.ts'
import { ACCEPT_ENCODING } from './transport.server.ts'

/** The answer that surrogate keys belong to. */
export interface KeyedAnswer {
  readonly need: Need
  /** As it was called, access token and all: for telling answers apart, not for telling anybody. */
  readonly url: string
  readonly data: unknown
}

/** What of a visitor's request goes with every call made for it. */
export interface ContentRequest {
  /** Ends every call: the visitor is gone, or the page's own deadline has passed. */
  readonly signal?: AbortSignal
  /** W3C trace context, handed on as it is. */
  readonly traceparent?: string
  /** Origin and path of the page; no query, which may hold a token. */
  readonly referer?: string
  /** The visitor's own cookies for the platform. With them nothing is shared with other visitors or kept. */
  readonly cookies?: string
  /** The visitor's own bearer token: the platform then answers in their name, to nobody else, and nothing is kept. */
  readonly bearerToken?: string
  /** Whether answers are used again; `false` for a reader who goes through everything once. */
  readonly isKept?: boolean
  readonly language?: string
  readonly versionStatus?: VersionStatus
  /** What to do about statuses other than 200. */
  readonly statusHandlers?: StatusHandlers
  /** The project asked; the site's own by default. */
  readonly projectId?: string
  /** Told of each call that went to the platform, failed ones included; not of answers that were kept. */
  readonly onCall?: (call: ApiCall) => void
  /** Told of the surrogate keys of each answer, kept ones included. */
  readonly onKeys?: (keys: readonly string[], answer: KeyedAnswer) => void
}

/** Everything a call is made from. */
export interface ContentContext {
  /** What a content client needs of the site's configuration. */
  readonly config: Pick<SiteConfig, 'projects' | 'platform' | 'secrets' | 'languages' | 'forms'>
  readonly platformClient: PlatformClient
  readonly request: ContentRequest
}

/** Fetch an answer of the platform: kept, shared or new. Rejects with an AppError `content/…`. */
type ContentFetch = (
  url: string,
  init?: {
    readonly method?: string
    readonly headers?: Readonly<Record<string, string>>
    readonly body?: string
  },
) => Promise<Answer>

const GROUPS: Readonly<Record<Need, Pick<PlatformCall, 'group'>>> = {
  primary: {},
  optional: { group: 'nodes' },
  tree: { group: 'tree' },
}

/** How long an answer that pages of all kinds ask for is used while a newer one is fetched: no page waits for it. */
const SITE_WIDE_STALE_MS = 60_000

/** How a call differs from what its need says. */
interface CallOptions {
  /** In place of the site's own. */
  readonly deadlineMs?: number | undefined
  /** Pages of all kinds ask for the same. */
  readonly isSiteWide?: boolean
}

/** Published content as a visitor without cookies or a session sees it. */
const PUBLIC_PARTITION = `${DEFAULT_VERSION_STATUS}  `

/** The fetch of one request: its headers, its cache partition, its end, and what it is told about its calls. */
export function createContentFetch(
  { platformClient, request }: ContentContext,
  need: Need,
  { deadlineMs: ownDeadlineMs, isSiteWide = false }: CallOptions = {},
): ContentFetch {
  const { limits } = platformClient
  const own = requestHeaders(request)
  // The status is part of the partition, since drafts are read with another token.
  const partition = `${request.versionStatus ?? DEFAULT_VERSION_STATUS} ${request.bearerToken ?? ''} ${request.cookies ?? ''}`
  const deadlineMs = ownDeadlineMs ?? (need === 'primary' ? limits.callDeadlineMs : limits.optionalDeadlineMs)
  const isPublic = partition === PUBLIC_PARTITION && request.isKept !== false

  return async (url, { method: asked, headers, body } = {}) => {
    const method = asked === 'POST' ? 'POST' : 'GET'
    const call: PlatformCall = {
      method,
      url,
      headers: { ...headers, ...own },
      ...(body === undefined ? {} : { body }),
      // A line break cannot be part of a partition, a method or an address.
      key: `${partition}\n${method} ${url}\n${body ?? ''}`,
      isPublic: isPublic && !url.includes('versionStatus=latest'),
      freshMs: need === 'tree' || isSiteWide ? limits.treeFreshMs : limits.freshMs,
      staleMs: isSiteWide ? SITE_WIDE_STALE_MS : 0,
      ...GROUPS[need],
      need,
      deadlineMs,
      mayRetry: need === 'primary',
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

/** A refusal, or what its handler makes of it. */
function handled(answer: Answer, handlers: StatusHandlers = {}): Answer {
  const handler = handlers[answer.status] ?? handlers['*']
  const data = handler?.(refusalOf(answer))
  return data === undefined ? answer : { ...answer, status: 200, data, isReadable: true }
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

/** An address fit for state and logs: without an access token. */
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
 * The npm client over our own fetch: it makes addresses, headers, and a POST where an address grows too long. Its own reading
 * of answers is passed by: it parses JSON again on every call and takes an empty body for `{}`. Our response calls itself not
 * ok, so that its `*` handler decides what its promises give: the Answer.
 */
export function createNpmClient(context: ContentContext, need: Need, options: CallOptions = {}): Client {
  const { config, request } = context
  const fetchAnswer = createContentFetch(context, need, options)
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
