import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  createContentClient,
  createSemaphore,
  raceDeadline,
  type ContentRequest,
  type PlatformClient,
} from '@tessera/shared/io'
import { BEARER_TOKEN_COOKIE, CLASSIC_TOKEN_COOKIE, type SiteConfig } from '@tessera/shared/config'
import { toAppError, type ApiCall, type ContentClient } from '@tessera/shared/contract'
import { pageError } from '../errors.ts'
import type { ParsedPath, RequestTarget } from '../http/paths.ts'
import { hostNameOf } from '../http/server.server.ts'
import type { Session } from '../http/session.ts'
import { guardedClient, guardedTypes, type Visitor } from './access.ts'
import type {
  CallRecord,
  ContentView,
  FormStart,
  Page,
  PageStaff,
  RecordedAnswer,
  VisibleReleases,
} from './page.ts'

/** The dependencies of every page. */
export interface PageSources {
  readonly config: SiteConfig
  readonly platformClient: PlatformClient
  readonly isStaff: PageStaff['isStaff']
}

interface Request {
  readonly request: Pick<FastifyRequest, 'id' | 'headers'>
  /** Aborted when no request waits for the response any more. */
  readonly signal: AbortSignal
  readonly target: RequestTarget
  readonly parsedPath: ParsedPath
  readonly session: Session | null
  readonly formStart?: FormStart
  readonly view: ContentView
  readonly visible: VisibleReleases
}

/** Create a page with a content client and a call record of its own. */
export function createPage(
  { request, signal, target, parsedPath, session, formStart = {}, view, visible }: Request,
  { config, platformClient, isStaff }: PageSources,
): Page {
  const { versionStatus, preview } = view
  const calls = createCallRecord()
  const content = {
    signal,
    traceparent: traceparentOf(request),
    // Encoded, since headers hold ASCII only.
    referer: `${config.publicUrl}${encodeURI(target.path).replace(/[?#]/g, encodeURIComponent)}`,
    versionStatus,
    language: parsedPath.language,
    onCall: calls.onCall,
    onKeys: calls.onKeys,
  }
  const guarded = guardedTypes(visible.releases.table, visitorOf(session, isStaff))
  const clientFor = (own: Pick<ContentRequest, 'bearerToken' | 'cookies'>) =>
    guardedClient(
      createContentClient({ config, platformClient, request: { ...content, ...own } }),
      guarded,
      parsedPath.language,
    )
  const memberClient = session && clientFor(ownRequest(session, config.platformCookies))
  return {
    id: request.id,
    target,
    parsedPath,
    hostname: hostNameOf(request),
    versionStatus,
    preview,
    session,
    ...formStart,
    client: withOwnForms(clientFor({}), memberClient),
    memberClient,
    calls,
    signal,
    ...visible,
  }
}

/**
 * A client that requests a form again with the visitor's token when the platform refuses it to anonymous requests: a public page may
 * have a form that requires permission. Pages of signed-in visitors are private. Source: reference forms 3.1.
 */
export const withOwnForms = (client: ContentClient, memberClient: ContentClient | null): ContentClient =>
  memberClient === null
    ? client
    : {
        ...client,
        formContentType: (formId, options) =>
          client.formContentType(formId, options).catch((thrown: unknown) => {
            if (toAppError(thrown).status !== 401) throw thrown
            return memberClient.formContentType(formId, options)
          }),
      }

/** The credentials of calls as this visitor: the token, and the platform's cookies that the site is configured to forward. */
export function ownRequest(
  { bearerToken, securityToken }: Session,
  names: SiteConfig['platformCookies'],
): Pick<ContentRequest, 'bearerToken' | 'cookies'> {
  const values = { [BEARER_TOKEN_COOKIE]: bearerToken, [CLASSIC_TOKEN_COOKIE]: securityToken }
  const cookies = names.flatMap((name) => {
    const value = values[name]
    return value ? [`${name}=${encodeURIComponent(value)}`] : []
  })
  return { bearerToken, ...(cookies.length > 0 ? { cookies: cookies.join('; ') } : {}) }
}

/** The visitor of a session, for decisions about access; null without a session. */
export const visitorOf = (session: Session | null, isStaff: PageStaff['isStaff']): Visitor | null =>
  session && { groups: session.user.groups, isStaffMember: isStaff(session) }

/** Aborted when the client disconnects. */
export function visitorLeft(reply: FastifyReply): AbortSignal {
  const end = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) end.abort()
  })
  return end.signal
}

/**
 * Pages that are made at the same time, most of them waiting for the platform; beyond it a short queue, then 503. Rendering itself
 * is one page at a time, so a larger number would only make all visitors wait longer.
 */
const PAGE_CONCURRENCY = { concurrency: 64, queue: 128, queueWaitMs: 1_000 } as const

/** Work that is not done this long after its page's deadline is assumed never to end: another page may start in its place. */
const ABANDONED_MS = 2_000

/**
 * Limit how many pages are made at once.
 * @throws AppError page/busy; page/deadline for a page whose work never ends, so that it does not block another page
 */
export function admitPages<P, A>(
  answer: (page: P) => Promise<A>,
  requestDeadlineMs: number,
): (page: P) => Promise<A> {
  const lostAfterMs = requestDeadlineMs + ABANDONED_MS
  const semaphore = createSemaphore(PAGE_CONCURRENCY, ({ active, waiting }) =>
    pageError('page/busy', { details: { inFlight: active, waiting } }),
  )
  return async (page) => {
    const release = await semaphore.acquire()
    try {
      return await raceDeadline(lostAfterMs, answer(page), () => {
        throw pageError('page/deadline', { details: { what: 'page', deadlineMs: lostAfterMs } })
      })
    } finally {
      release()
    }
  }
}

/** A W3C trace context for the calls of this request: a new one, since visitors do not choose our trace ids. */
const traceparentOf = (request: Request['request']): string => {
  const trace = request.id.replaceAll('-', '')
  return `00-${trace}-${trace.slice(0, 16)}-01`
}

/** A record for one request. */
export function createCallRecord(): CallRecord {
  const calls: ApiCall[] = []
  const answers: RecordedAnswer[] = []
  return {
    onCall: (call) => calls.push(call),
    onKeys(found, answer) {
      answers.push({ ...answer, keys: found })
    },
    keys: () => mergeKeys(answers),
    list: () => calls,
    answers: () => answers,
  }
}

/** Answers with many keys (one for each node of a tree, or each entry of a long list) come first, then the keys that others add. */
function mergeKeys(answers: readonly RecordedAnswer[]): readonly string[] {
  const isLong = ({ need, keys }: RecordedAnswer): boolean => need === 'tree' || keys.length > LONG_LIST
  const long = answers.filter(isLong).map(({ keys }) => keys)
  const known = long.length > 0 ? keysOfLists(long) : NO_KEYS
  const own = new Set<string>()
  for (const answer of answers)
    if (!isLong(answer)) for (const key of answer.keys) if (!known.set.has(key)) own.add(key)
  return [...known.keys, ...own]
}

/** Longer lists of keys come from answers that many pages share. */
const LONG_LIST = 100

interface ListKeys {
  /** The lists that were merged. */
  readonly lists: readonly (readonly string[])[]
  readonly keys: readonly string[]
  readonly set: ReadonlySet<string>
}

const NO_KEYS: Omit<ListKeys, 'lists'> = { keys: [], set: new Set() }

/** Merged keys of long lists, computed once: the list of an answer never changes, and the result is collected with the list. */
const merged = new WeakMap<readonly string[], ListKeys>()

function keysOfLists(lists: ListKeys['lists']): ListKeys {
  const last = lists.at(-1) ?? []
  const known = merged.get(last)
  if (known?.lists.length === lists.length && known.lists.every((keys, at) => keys === lists[at]))
    return known
  const set = new Set(lists.flat())
  const made = { lists, keys: [...set], set }
  merged.set(last, made)
  return made
}
