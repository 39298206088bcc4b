import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SiteConfig } from '@tessera/shared/config'
import type { AppError } from '@tessera/shared/contract'
import { storePage, type StoredPage } from '../cache/page-store.server.ts'
import type { Html } from '../document/html.ts'
import { renderError, renderNotFound, renderRefusal, type RefusalInput } from '../document/page-outcome.ts'
import type { SiteDocuments } from '../document/site-documents.server.ts'
import { requestError } from '../errors.ts'
import {
  directionOf,
  languageOfPath,
  languagePrefix,
  switcherLinks,
  readRequestTarget,
  supportedLanguage,
  type SiteLanguages,
  type RequestTarget,
} from '../http/paths.ts'
import { endAbandoned, errorFacts } from '../http/request-log.server.ts'
import { messagesFor, otherCatalogue } from '../messages/index.ts'
import type { ReleaseSnapshot } from '../releases/live-releases.server.ts'
import { retryHeaders, sendPage } from './answer-page.server.ts'
import type { PageAlerts } from './page.ts'

/** Dependencies of error pages. */
interface ErrorPageParts {
  readonly config: Pick<SiteConfig, 'alias' | 'languages'>
  readonly documents: SiteDocuments
  readonly releases: { readonly snapshot: () => ReleaseSnapshot }
  readonly alerts: Pick<PageAlerts, 'lastKnown'> | null
}

/** Error pages need no platform call and no remote, so that they cannot fail; menu and alerts are the last ones loaded. */
export interface ErrorPages {
  /** Send the response to a request that failed: a document to clients that accept HTML, else text, or JSON where state was requested. */
  send(error: AppError, request: FastifyRequest, reply: FastifyReply): FastifyReply
  /** The same for routes that only scripts call: always JSON, as for the state of a failed page. */
  sendJson(error: AppError, request: FastifyRequest, reply: FastifyReply): FastifyReply
  /** Send a page of the shell's own, which is not cached. */
  sendOwn(page: OwnPage, request: FastifyRequest, reply: FastifyReply): FastifyReply
  /** Answer 503 when the server is overloaded: a page for visitors, JSON for scripts. */
  sendBusy(target: RequestTarget, request: FastifyRequest, reply: FastifyReply): FastifyReply
}

/** Error pages of a site. */
export function createErrorPages(parts: ErrorPageParts): ErrorPages {
  const { languages } = parts.config
  return {
    sendJson(thrown, request, reply) {
      if (reply.raw.destroyed) return endAbandoned(request, reply)
      return reply.send({ message: writeHead(thrown, request, reply).message })
    },
    send(thrown, request, reply) {
      if (reply.raw.destroyed) return endAbandoned(request, reply)
      const { error, status, message } = writeHead(thrown, request, reply)
      if (targetOf(request)?.wantsState) return reply.send({ message })
      if (!request.headers.accept?.includes('text/html'))
        return reply.type('text/plain; charset=utf-8').send(message)
      const path = pathOf(request)
      const language = languageOf(error, path, request, languages)
      const outcome = outcomeOf(error, status, { language, request }, languages)
      const { html, policy } = plainDocument({ path, language, ...outcome }, parts)
      return reply.header('content-security-policy', policy).type('text/html; charset=utf-8').send(html)
    },
    sendOwn({ status, language, ...page }, request, reply) {
      const { html, policy } = plainDocument({ path: pathOf(request), language, ...page }, parts)
      return reply
        .code(status)
        .headers({ 'cache-control': 'private, no-store', 'surrogate-control': 'no-store' })
        .header('content-security-policy', policy)
        .type('text/html; charset=utf-8')
        .send(html)
    },
    sendBusy: createBusyPages(parts),
  }
}

/** Write status and headers of a failure; gives error, status and message. A refusal by the platform (`content/…` below 500) is sent as 502. */
function writeHead(thrown: AppError, request: FastifyRequest, reply: FastifyReply) {
  const error = isBadAddress(thrown) ? requestError('request/malformed', { cause: thrown.cause }) : thrown
  const found = error.status ?? statusOf(error.cause) ?? 500
  const status = error.code.startsWith('content/') && found < 500 ? 502 : found
  if (status >= 500) request.log.error(errorFacts(error), 'request failed')
  void reply.code(status).headers({ 'cache-control': 'no-store', 'surrogate-control': 'no-store' })
  void reply.headers(retryHeaders(status, error))
  if (status === 405) void reply.header('allow', error.details['allow'] ?? methodsOf(request))
  return { error, status, message: status >= 500 ? 'Something went wrong.' : error.message }
}

interface PlainOutcome {
  readonly title: string
  readonly main: Html
}

/** The content of a page of the shell's own. */
export interface OwnPage extends PlainOutcome {
  readonly status: number
  readonly language: string
}

/** A document around the shell's own content. */
const plainDocument = (
  { path, language, title, main }: PlainOutcome & { readonly path: string; readonly language: string },
  { config: { languages }, documents, releases, alerts }: ErrorPageParts,
) => {
  const shown = alerts?.lastKnown(language)
  return documents.render({
    head: {
      title,
      description: '',
      language,
      dir: directionOf(language),
      canonicalPath: null,
      alternates: [],
      robots: 'noindex',
    },
    navigation: null,
    currentPath: path,
    languages: switcherLinks([], languages),
    banners: shown?.render(messagesFor(language, languages.primary)) ?? [],
    slots: {},
    main,
    releases: releases.snapshot(),
    remotes: [],
    state: () => ({ page: { slots: [], releases: {}, ...otherCatalogue(language, languages.primary) } }),
  })
}

/** The content of the page: an error, a missing page, or the reason of a refusal. */
function outcomeOf(
  error: AppError,
  statusCode: number,
  { language, request }: { readonly language: string; readonly request: FastifyRequest },
  languages: SiteLanguages,
): PlainOutcome {
  const messages = messagesFor(language, languages.primary)
  const input = { messages, pathPrefix: languagePrefix(language, languages), statusCode }
  if (statusCode === 403) {
    const reasons: Readonly<Record<string, Pick<RefusalInput, 'title' | 'text'>>> = messages.refusals
    const refusal = reasons[error.code] ?? messages.refusals.other
    return { title: refusal.title, main: renderRefusal({ ...input, ...refusal }) }
  }
  if (statusCode >= 500)
    return {
      title: messages.errorTitle,
      main: renderError({ ...input, requestId: request.id, retryPath: request.url }),
    }
  return { title: messages.notFoundTitle, main: renderNotFound({ ...input, statusText: error.message }) }
}

/** The language of the path; for an invalid preview link, whose page is unknown, the language of the browser. */
function languageOf(
  error: AppError,
  path: string,
  request: FastifyRequest,
  languages: SiteLanguages,
): string {
  const { language } = languageOfPath(path, languages)
  if (error.code !== 'preview/link-invalid') return language
  const wanted = (request.headers['accept-language'] ?? '')
    .split(',')
    .map((one) => one.replace(/;.*$/, '').trim())
  const known = wanted.flatMap((one) => supportedLanguage(one, languages) ?? [])
  return known[0] ?? language
}

/** Null when the address is invalid: the error is about the address itself. */
function targetOf(request: FastifyRequest): RequestTarget | null {
  try {
    return readRequestTarget(request.raw.url ?? '/')
  } catch {
    return null
  }
}

const pathOf = (request: FastifyRequest): string => targetOf(request)?.path ?? ''

/** fastify checks an address first, and its message would repeat it. */
const isBadAddress = ({ cause }: AppError): boolean =>
  typeof cause === 'object' && cause !== null && 'code' in cause && cause.code === 'FST_ERR_BAD_URL'

/** The methods of an address: all addresses allow GET, and those with a route for POST allow it too. Source: RFC 9110, 15.5.6. */
const methodsOf = (request: FastifyRequest): string =>
  request.server.hasRoute({ method: 'POST', url: pathOf(request) }) ? 'GET, HEAD, POST' : 'GET, HEAD'

/** Errors of the server's own (a bad URL, a body too large) carry their status. */
function statusOf(cause: unknown): number | undefined {
  const status =
    typeof cause === 'object' && cause !== null && 'statusCode' in cause ? cause.statusCode : undefined
  return typeof status === 'number' && status >= 400 ? status : undefined
}

/** A page for an overload, and the key of the alerts that it shows. */
interface BusyPage {
  readonly page: StoredPage
  readonly alerts: string | undefined
}

/** To be cheap, the overload page is rendered and compressed once for each language and release, and again when its alerts change. */
function createBusyPages(parts: ErrorPageParts): ErrorPages['sendBusy'] {
  const { config, releases } = parts
  const { languages } = config
  const made = new WeakMap<ReleaseSnapshot, Map<string, BusyPage>>()
  const pagesOfNow = (): Map<string, BusyPage> => {
    const snapshot = releases.snapshot()
    const pages = made.get(snapshot) ?? new Map<string, BusyPage>()
    made.set(snapshot, pages)
    return pages
  }
  return ({ path, wantsState }, request, reply) => {
    void reply.header('retry-after', '2')
    const { language } = languageOfPath(path, languages)
    if (wantsState)
      return reply
        .code(503)
        .header('cache-control', 'no-store')
        .send({ message: messagesFor(language, languages.primary).busyText })
    const pages = pagesOfNow()
    const alerts = parts.alerts?.lastKnown(language)?.key
    const known = pages.get(language)
    const page = known?.alerts === alerts && known ? known.page : makeBusyPage(language, parts)
    pages.set(language, { page, alerts })
    return sendPage({ page, how: 'made', ageMs: 0 }, config.alias, request, reply, (packed) =>
      pages.set(language, { page: packed, alerts }),
    )
  }
}

function makeBusyPage(language: string, parts: ErrorPageParts): StoredPage {
  const { languages } = parts.config
  const messages = messagesFor(language, languages.primary)
  const { busyTitle: title, busyText: text } = messages
  const main = renderRefusal({ messages, pathPrefix: languagePrefix(language, languages), title, text })
  const { html, policy } = plainDocument({ path: '', language, title, main }, parts)
  return storePage(
    {
      status: 503,
      headers: { 'content-security-policy': policy, 'content-type': 'text/html; charset=utf-8' },
      body: html,
      cacheClass: 'failed',
      keys: [],
      apps: ['shell'],
    },
    { madeAt: 0, stamp: '' },
  )
}
