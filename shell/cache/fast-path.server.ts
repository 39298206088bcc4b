import type { FastifyReply, FastifyRequest } from 'fastify'
import { BEARER_TOKEN_COOKIE, CLASSIC_TOKEN_COOKIE, REFRESH_TOKEN_COOKIE } from '@tessera/shared/config'
import { readRequestTarget } from '../http/paths.ts'
import { stableLifetime } from '../http/caching-headers.ts'
import { chooseEncoding } from '../http/compress.server.ts'
import type { ReleaseSnapshot } from '../releases/live-releases.server.ts'
import { hostNameOf, hostOf, isAllowedHost, namesTwoHosts } from '../http/server.server.ts'
import {
  notModifiedHeaders,
  pageHeaders,
  pageKey,
  publicTarget,
  bodyOf,
  matchesEtag,
  type BodyEncoding,
  type StoredPage,
} from './page-store.server.ts'

/** Tries to answer a request with a fresh cached page before anything else is done for it; true when it did. */
export type FastPath = (request: FastifyRequest, reply: FastifyReply) => boolean

interface Options {
  readonly alias: string
  readonly allowedHosts: readonly string[]
  /** Headers of every response. */
  readonly headers: Readonly<Record<string, string>>
  /** The releases that a request sees; null when only the full pipeline can tell. */
  readonly releasesOf: (request: FastifyRequest) => ReleaseSnapshot | null
  /** The fresh cached page of a key, rendered by these releases. */
  readonly fresh: (key: string, releases: ReleaseSnapshot) => StoredPage | undefined
  /** Called for each page that the fast path serves. */
  readonly onServed: (request: FastifyRequest, releases: ReleaseSnapshot, apps: readonly string[]) => void
  /** Replace a page by the same page with another encoding. */
  readonly replace: (key: string, before: StoredPage, page: StoredPage) => void
  /** Whether the request may be for drafts: the full pipeline decides. */
  readonly mayPreview: (request: FastifyRequest) => boolean
  readonly isDraining: () => boolean
}

/** A response without its request id; `head` alternates names and values, as Node takes raw headers. */
interface PreparedAnswer {
  readonly status: number
  readonly head: readonly string[]
  readonly body: Buffer | null
}

/** Which response of a page a request needs. */
interface ResponseVariant {
  readonly encoding: BodyEncoding
  readonly isSame: boolean
  readonly leftMs: number
}

/** The responses of a page, each created on first use. */
type PreparedResponses = Map<string, PreparedAnswer>

/** Longer `Cookie` headers go to the full pipeline. */
const MAX_COOKIES = 4_096

/**
 * The fast path of public pages that are cached: no session, no route, no state; one lookup in the store and one write.
 * It may only send what the full pipeline would send; its tests compare the two.
 */
export function createFastPath(options: Options): FastPath {
  const { alias, headers, fresh, replace, mayPreview, isDraining, releasesOf, onServed } = options
  const preparedOf = new WeakMap<StoredPage, PreparedResponses>()

  const make = (
    page: StoredPage,
    encoding: BodyEncoding,
    { isSame, leftMs }: ResponseVariant,
    body: Buffer,
  ): PreparedAnswer => {
    const all = { ...headers, ...pageHeaders({ page, how: 'hit', ageMs: 0, leftMs }, encoding, alias) }
    const sent = isSame ? notModifiedHeaders(all) : { ...all, 'content-length': String(body.length) }
    return {
      status: isSame ? 304 : page.answer.status,
      head: Object.entries(sent).flat(),
      body: isSame ? null : body,
    }
  }
  const answerOf = (key: string, cached: StoredPage, wanted: ResponseVariant): PreparedAnswer => {
    const name = Object.values(wanted).join(' ')
    const known = preparedOf.get(cached)?.get(name)
    if (known) return known
    const { body, encoding, page } = bodyOf(cached, wanted.encoding)
    if (page !== cached) replace(key, cached, page)
    const answer = make(page, encoding, wanted, body)
    preparedOf.set(page, (preparedOf.get(page) ?? new Map<string, PreparedAnswer>()).set(name, answer))
    return answer
  }

  return (request, reply) => {
    if (!isCacheable(request, options) || isDraining() || mayPreview(request)) return false
    const releases = releasesOf(request)
    if (!releases) return false
    const key = keyOf(request, releases)
    const cached = key === null ? undefined : fresh(key, releases)
    if (key === null || !cached) return false
    // The caching headers of a page that soon stops being valid change every second: they cannot be prepared.
    const leftMs = stableLifetime((cached.answer.validUntil ?? Infinity) - Date.now())
    if (leftMs === null) return false
    const encoding = chooseEncoding(request.headers['accept-encoding']) ?? 'identity'
    const isSame = cached.answer.status === 200 && matchesEtag(cached, request.headers['if-none-match'])
    const { status, head, body } = answerOf(key, cached, { encoding, isSame, leftMs })
    reply.hijack()
    reply.raw.writeHead(status, [...head, 'x-request-id', request.id])
    reply.raw.end(body ?? undefined)
    onServed(request, releases, cached.answer.apps)
    return true
  }
}

/** Whether the full pipeline would give the cached page too: no cookie, host or header of the request changes the response. */
function isCacheable(request: FastifyRequest, { allowedHosts }: Pick<Options, 'allowedHosts'>): boolean {
  const { method, headers } = request
  const { cookie } = headers
  return (
    (method === 'GET' || method === 'HEAD') &&
    (cookie === undefined || (cookie.length <= MAX_COOKIES && !hasSiteCookies(cookie))) &&
    headers['x-entry-versionstatus'] === undefined &&
    isAllowedHost(hostOf(request), { allowedHosts }) &&
    !namesTwoHosts(request)
  )
}

/** Null for an address that is not canonical, or invalid. */
function keyOf(request: FastifyRequest, { shares }: ReleaseSnapshot): string | null {
  try {
    const target = readRequestTarget(request.raw.url ?? '/')
    return target.redirect === null
      ? pageKey(publicTarget(target).target, hostNameOf(request), shares?.set)
      : null
  } catch {
    return null // the full pipeline answers with the error
  }
}

/** Cookies of sessions, of form tokens, of previews and of overrides, expired ones included. */
const NAMES = [
  BEARER_TOKEN_COOKIE,
  CLASSIC_TOKEN_COOKIE,
  REFRESH_TOKEN_COOKIE,
  '(?:__Host-)?sid',
  '(?:__Host-)?TesseraPreview',
  '(?:__Host-)?TesseraOverride',
]
const OWN = new RegExp(`(?:^|[;\\s])(?:${NAMES.join('|')})=`)

/** Whether a request has a cookie of a session, a preview or an override, valid or not: such a request bypasses the cache. */
export const hasSiteCookies = (cookies: string | undefined): boolean =>
  cookies !== undefined && OWN.test(cookies)
