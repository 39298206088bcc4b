import type { FastifyReply, FastifyRequest } from 'fastify'
import { BEARER_TOKEN_COOKIE, CLASSIC_TOKEN_COOKIE, REFRESH_TOKEN_COOKIE } from '@tessera/shared/config'
import { readRequestTarget } from '../http/paths.ts'
import { chooseEncoding } from '../http/compress.server.ts'
import { isAllowedHost, namesTwoHosts } from '../http/server.server.ts'
import {
  notModifiedHeaders,
  pageHeaders,
  pageKey,
  bodyOf,
  isKnown,
  type BodyEncoding,
  type StoredPage,
} from './page-store.server.ts'

/** Answers a request with a page that is kept and fresh, before anything else is done for it. Whether it did. */
export type FastPath = (request: FastifyRequest, reply: FastifyReply) => boolean

interface Options {
  readonly alias: string
  readonly allowedHosts: readonly string[]
  /** Headers of every answer. */
  readonly headers: Readonly<Record<string, string>>
  /** A page that needs no making, by its key. */
  readonly fresh: (key: string) => StoredPage | undefined
  /** Put a page in place of another form of itself. */
  readonly replace: (key: string, before: StoredPage, page: StoredPage) => void
  /** Whether a host, or whoever sits at this machine, may see drafts: whose right that is, the full pipeline finds out. */
  readonly mayPreview: (request: FastifyRequest) => boolean
  readonly isDraining: () => boolean
}

/** An answer but for its request's id: names and values by turns, as Node writes them. */
interface ReadyAnswer {
  readonly status: number
  readonly head: readonly string[]
  readonly body: Buffer | null
}

/** A page's answers, each made when it is first asked for. */
type Ready = Map<string, ReadyAnswer>

/** The longest cookies that are looked at here. */
const MAX_COOKIES = 4_096

/**
 * The fast path of a public page, once it is cached: no session, no route, no state; one look into the store and one
 * write. It may answer only what the full pipeline would answer just so, and that is what its tests compare.
 */
export function createFastPath(options: Options): FastPath {
  const { alias, headers, fresh, replace, mayPreview, isDraining } = options
  const readyOf = new WeakMap<StoredPage, Ready>()

  const make = (page: StoredPage, encoding: BodyEncoding, isSame: boolean, body: Buffer): ReadyAnswer => {
    const all = { ...headers, ...pageHeaders({ page, how: 'hit', ageMs: 0 }, encoding, alias) }
    const sent = isSame ? notModifiedHeaders(all) : { ...all, 'content-length': String(body.length) }
    return {
      status: isSame ? 304 : page.answer.status,
      head: Object.entries(sent).flat(),
      body: isSame ? null : body,
    }
  }
  const answerOf = (key: string, kept: StoredPage, wanted: BodyEncoding, isSame: boolean): ReadyAnswer => {
    const name = isSame ? `${wanted} same` : wanted
    const known = readyOf.get(kept)?.get(name)
    if (known) return known
    const { body, encoding, page } = bodyOf(kept, wanted)
    if (page !== kept) replace(key, kept, page)
    const answer = make(page, encoding, isSame, body)
    readyOf.set(page, (readyOf.get(page) ?? new Map<string, ReadyAnswer>()).set(name, answer))
    return answer
  }

  return (request, reply) => {
    if (!mayBeKept(request, options) || isDraining() || mayPreview(request)) return false
    const key = keyOf(request)
    const kept = key === null ? undefined : fresh(key)
    if (key === null || !kept) return false
    const wanted = chooseEncoding(request.headers['accept-encoding']) ?? 'identity'
    const isSame = kept.answer.status === 200 && isKnown(kept, request.headers['if-none-match'])
    const { status, head, body } = answerOf(key, kept, wanted, isSame)
    reply.hijack()
    reply.raw.writeHead(status, [...head, 'x-request-id', request.id])
    reply.raw.end(body ?? undefined)
    return true
  }
}

/** What the full pipeline looks at, and would find nothing in. */
function mayBeKept(request: FastifyRequest, { allowedHosts }: Pick<Options, 'allowedHosts'>): boolean {
  const { method, headers } = request
  const { cookie, host = '' } = headers
  return (
    (method === 'GET' || method === 'HEAD') &&
    (cookie === undefined || (cookie.length <= MAX_COOKIES && !hasSiteCookies(cookie))) &&
    headers['x-entry-versionstatus'] === undefined &&
    isAllowedHost(host.toLowerCase(), { allowedHosts }) &&
    !namesTwoHosts(request)
  )
}

/** Null for an address that is not clean, or none. */
function keyOf(request: FastifyRequest): string | null {
  try {
    const target = readRequestTarget(request.raw.url ?? '/')
    return target.redirect === null ? pageKey(target, request.hostname) : null
  } catch {
    return null // the full pipeline says what is wrong with it
  }
}

/** Cookies of sessions, of visitors and of previews; those that are no longer good included. */
const NAMES = [
  BEARER_TOKEN_COOKIE,
  CLASSIC_TOKEN_COOKIE,
  REFRESH_TOKEN_COOKIE,
  '(?:__Host-)?sid',
  '(?:__Host-)?TesseraPreview',
]
const OWN = new RegExp(`(?:^|[;\\s])(?:${NAMES.join('|')})=`)

/** Whether a request claims a session or a preview, rightly or not: it gets nothing from the cache. */
export const hasSiteCookies = (cookies: string | undefined): boolean =>
  cookies !== undefined && OWN.test(cookies)
