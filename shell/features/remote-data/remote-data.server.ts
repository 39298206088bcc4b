import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { DATA_PATH, MAX_DATA_QUERY } from '@tessera/shared/config'
import { toAppError, type AppError, type DataLoader, type Json } from '@tessera/shared/contract'
import { createSemaphore, raceDeadline, withDeadline, type Semaphore } from '@tessera/shared/io'
import { hasSiteCookies } from '../../cache/fast-path.server.ts'
import type { PublicPages } from '../../cache/page-cache.server.ts'
import { pageKey, publicTarget, type PageStore } from '../../cache/page-store.server.ts'
import type { TreeFingerprints } from '../../cache/tree-fingerprint.server.ts'
import { dataError, pageError, requestError } from '../../errors.ts'
import type { GuardedRemote } from '../../guard/guard-remote.server.ts'
import type { PageAnswer } from '../../http/caching-headers.ts'
import { readRequestTarget, type RequestTarget, type SiteLanguages } from '../../http/paths.ts'
import { createRateLimit, dataRules, type RateLimit } from '../../http/rate-limit.server.ts'
import { ownKeys, sendAnswer, sendPage } from '../../page/answer-page.server.ts'
import { createPage, visitorLeft, type PageSources } from '../../page/create-page.server.ts'
import type { ErrorPages } from '../../page/error-pages.server.ts'
import { wordsOf } from '../../page/load-slots.server.ts'
import type {
  ContentView,
  Page,
  PageIdentity,
  PagePreviews,
  PageStaff,
  VisibleReleases,
} from '../../page/page.ts'
import type { ReleaseSnapshot } from '../../releases/live-releases.server.ts'
import type { SharedStore } from '../../store/shared-store.server.ts'

/** What named answers of remotes are made and kept with. */
interface DataParts extends Omit<PageSources, 'isStaff'> {
  readonly identity: Pick<PageIdentity, 'read'>
  readonly previews: Pick<PagePreviews, 'view'>
  readonly staff: Pick<PageStaff, 'isStaff' | 'releasesFor'>
  readonly pageCache: Pick<PublicPages, 'answer'>
  readonly pageStore: Pick<PageStore, 'replace'>
  readonly trees: TreeFingerprints
  readonly sanitise: (html: string) => string
  /** What the shell processes of the site count together. */
  readonly store: SharedStore
  readonly sendJson: ErrorPages['sendJson']
}

interface Serving extends DataParts {
  readonly limit: RateLimit
  readonly semaphore: Semaphore
}

/** Answers in the making, most of them waiting for the platform; beyond it a short queue, then 503. */
const AT_ONCE = { concurrency: 32, queue: 64, queueWaitMs: 500 } as const

const RETRY_SECONDS = '2'

/**
 * `GET /api/data/{remote}/{name}?language=…`: answers that remotes make outside of pages, as JSON: suggestions, totals. They are
 * public, and kept, by the rules of pages; drafts and candidates of releases are seen by whoever sees them in pages.
 */
export const remoteData =
  (parts: DataParts): FastifyPluginAsync =>
  async (app: FastifyInstance) => {
    const serving: Serving = {
      ...parts,
      limit: createRateLimit(
        parts.store,
        (error) => app.log.error({ err: error }, 'rate limits are not counted'),
        dataRules(parts.config.limits.dataPerMinute),
      ),
      semaphore: createSemaphore(AT_ONCE, ({ active, waiting }) =>
        pageError('page/busy', { details: { inFlight: active, waiting } }),
      ),
    }
    app.setErrorHandler((error, request, reply) => {
      const failure = toAppError(error)
      if (failure.status === 503) void reply.header('retry-after', RETRY_SECONDS)
      void parts.sendJson(failure, request, reply)
    })
    app.route({
      method: ['GET', 'HEAD'],
      url: `${DATA_PATH}/*`,
      handler: (request, reply) => serve(request, reply, serving),
    })
    app.route({
      method: ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
      url: `${DATA_PATH}/*`,
      // Before a body is read.
      onRequest: async () => {
        throw requestError('request/method', { details: { allow: 'GET, HEAD' } })
      },
      handler: () => undefined,
    })
  }

/** A question, read. */
interface Question {
  readonly target: RequestTarget
  readonly remote: string
  readonly name: string
  readonly language: string
}

/** @throws AppError request/malformed, request/too-long, data/unknown */
function readQuestion(address: string, languages: SiteLanguages): Question {
  const mark = address.indexOf('?')
  if (mark >= 0 && address.length - mark - 1 > MAX_DATA_QUERY) throw requestError('request/too-long')
  const { target } = publicTarget(readRequestTarget(address))
  const [remote = '', name = '', ...rest] = target.path.slice(DATA_PATH.length + 1).split('/')
  if (rest.length > 0 || target.redirect !== null) throw dataError('data/unknown')
  const asked = target.query['language']?.toLowerCase()
  const language = languages.supported.find((code) => code.toLowerCase() === asked) ?? languages.primary
  return { target, remote, name, language }
}

async function serve(request: FastifyRequest, reply: FastifyReply, serving: Serving): Promise<FastifyReply> {
  const { config, pageCache, pageStore } = serving
  const question = readQuestion(request.raw.url ?? '/', config.languages)
  const seen = await whatIsSeen(request, serving)
  const loader = loaderOf(question, seen.visible.releases)
  await countOrRefuse(request, reply, serving)
  const make = (gone: AbortSignal) =>
    admitted(() => makeAnswer(question, loader, { request, seen, gone }, serving), serving)
  if (!seen.isPublic) {
    const made = await make(visitorLeft(reply))
    return sendAnswer({ ...made, cacheClass: 'private', keys: [] }, config.alias, reply)
  }
  const key = pageKey(question.target, request.hostname)
  const served = await pageCache.answer({
    key,
    hasQuery: question.target.search !== '',
    signal: visitorLeft(reply),
    make,
  })
  return sendPage(served, config.alias, request, reply, (page) => pageStore.replace(key, served.page, page))
}

/** What a request sees of content and releases. */
interface Seen {
  readonly view: ContentView
  readonly visible: VisibleReleases
  /** Whether it is the same for everybody, and says so to caches. */
  readonly isPublic: boolean
}

/** As for a page, but that no preview begins here: an address that is asked for by script sets no cookie. */
async function whatIsSeen(request: FastifyRequest, { identity, previews, staff }: Serving): Promise<Seen> {
  const session = await identity.read(request)
  const { versionStatus, preview } = previews.view({ request, query: {}, isPreviewPath: false, session })
  const visible = await staff.releasesFor(session, request)
  const isPublic =
    // A cookie of a session, valid or not, may be answered by another: no cache may see that.
    !hasSiteCookies(request.headers.cookie) &&
    session === null &&
    preview === null &&
    versionStatus === 'published' &&
    visible.candidate === null
  return { view: { versionStatus, preview }, visible, isPublic }
}

type Found = Pick<GuardedRemote, 'catalogues'> & { readonly load: DataLoader }

/** @throws AppError data/unknown */
function loaderOf({ remote: asked, name }: Question, { remotes }: ReleaseSnapshot): Found {
  const remote = [...remotes].find(([known]) => known === asked)?.[1].remote
  const load = remote?.data && Object.hasOwn(remote.data, name) ? remote.data[name] : undefined
  if (!remote || !load) throw dataError('data/unknown')
  return { ...(remote.catalogues && { catalogues: remote.catalogues }), load }
}

/** @throws AppError data/limited */
async function countOrRefuse({ ip }: FastifyRequest, reply: FastifyReply, { limit }: Serving): Promise<void> {
  const wait = await limit.countAttempt({ act: 'data', address: ip })
  if (wait === null) return
  void reply.header('retry-after', String(wait))
  throw dataError('data/limited')
}

async function admitted<T>(work: () => Promise<T>, { semaphore }: Serving): Promise<T> {
  const release = await semaphore.acquire()
  try {
    return await work()
  } finally {
    release()
  }
}

interface Visit {
  readonly request: FastifyRequest
  readonly seen: Seen
  /** Aborted when no request waits for the answer any more. */
  readonly gone: AbortSignal
}

/** @throws AppError data/malformed, data/unknown, data/deadline, data/unavailable, and whatever else the remote throws */
async function makeAnswer(
  question: Question,
  found: Found,
  { request, seen: { view, visible }, gone }: Visit,
  serving: Serving,
): Promise<PageAnswer> {
  const { target, remote, language } = question
  const { slotDeadlineMs } = serving.config.limits
  const place = { language, rest: target.path, preview: null }
  return withDeadline(slotDeadlineMs, gone, async (signal) => {
    // Nothing of who asks: not what they may read, and not who they are.
    const of = { request, signal, target, place, session: null, view, visible }
    const page = createPage(of, { ...serving, isStaff: serving.staff.isStaff })
    try {
      const late = () => {
        throw dataError('data/deadline')
      }
      const value = await raceDeadline(slotDeadlineMs, load(question, found, page, serving), late)
      return toAnswer(value, page, ['shell', remote], serving)
    } catch (thrown) {
      throw failureOf(thrown, signal.aborted && !gone.aborted)
    }
  })
}

function load(
  { language, target }: Question,
  found: Found,
  { client, signal }: Page,
  { config, sanitise }: Serving,
): Promise<Json> {
  const { language: _language, ...query } = target.query
  const { messages } = wordsOf(found, { language, primaryLanguage: config.languages.primary })
  return found.load({ language, messages, query, client, sanitise, signal })
}

function toAnswer(
  value: Json | undefined,
  page: Page,
  apps: readonly string[],
  serving: Serving,
): PageAnswer {
  if (value === undefined) throw new TypeError('The answer is no JSON')
  return {
    status: 200,
    headers: { 'content-type': 'application/json; charset=utf-8', 'x-robots-tag': 'noindex' },
    body: JSON.stringify(value),
    cacheClass: 'page',
    keys: ownKeys(page, apps, serving),
    apps,
  }
}

/**
 * Why there is no answer, in the words of the shell: a remote's own are for the log. Its errors are none of this process' classes,
 * since each release brings its own.
 */
function failureOf(thrown: unknown, isLate: boolean): AppError {
  const error = toAppError(thrown)
  const because = { cause: error, details: error.details }
  const { status } = (thrown ?? {}) as { readonly status?: unknown }
  if (isLate || status === 504) return dataError('data/deadline', because)
  if (status === 400) return dataError('data/malformed', because)
  if (status === 404) return dataError('data/unknown', because)
  return error.code.startsWith('content/') ? dataError('data/unavailable', because) : error
}
