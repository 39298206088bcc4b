import type {
  FastifyInstance,
  FastifyPluginAsync,
  FastifyReply,
  FastifyRequest,
  onRequestAsyncHookHandler,
} from 'fastify'
import { DATA_PATH, MAX_DATA_QUERY } from '@tessera/shared/config'
import { toAppError } from '@tessera/shared/contract'
import { createSemaphore, type Semaphore } from '@tessera/shared/io'
import { hasSiteCookies } from '../../cache/fast-path.server.ts'
import type { PublicPages } from '../../cache/page-cache.server.ts'
import { pageKey, publicTarget, type PageStore } from '../../cache/page-store.server.ts'
import { dataError, pageError, requestError } from '../../errors.ts'
import type { PageAnswer } from '../../http/caching-headers.ts'
import { readRequestTarget, supportedLanguage, type SiteLanguages } from '../../http/paths.ts'
import { createRateLimit, dataRules, type RateLimit } from '../../http/rate-limit.server.ts'
import { hostNameOf } from '../../http/server.server.ts'
import { canaryHeaders, sendAnswer, sendPage } from '../../page/answer-page.server.ts'
import { visitorLeft } from '../../page/create-page.server.ts'
import type { ErrorPages } from '../../page/error-pages.server.ts'
import type { PageIdentity, PagePreviews, PageStaff } from '../../page/page.ts'
import type { ReleaseSnapshot } from '../../releases/live-releases.server.ts'
import type { SharedStore } from '../../store/shared-store.server.ts'
import { makeAnswer, type Found, type MakeParts, type Question, type Seen } from './make-answer.server.ts'

/** The dependencies for making and caching data answers of remotes. */
interface DataParts extends MakeParts {
  readonly identity: Pick<PageIdentity, 'read'>
  readonly previews: Pick<PagePreviews, 'view'>
  readonly staff: Pick<PageStaff, 'isStaff' | 'releasesFor'>
  readonly pageCache: Pick<PublicPages, 'answer'>
  readonly pageStore: Pick<PageStore, 'replace'>
  /** State that the site's shell processes share, such as rate limits. */
  readonly store: SharedStore
  readonly sendJson: ErrorPages['sendJson']
  /** For pages of other sites: path prefix and admission check. These answers are not cached, because only some origins may read them. */
  readonly foreign?: { readonly path: string; readonly admit: onRequestAsyncHookHandler }
}

interface Serving extends DataParts {
  readonly path: string
  readonly limit: RateLimit
  readonly semaphore: Semaphore
}

/** Limits for answers that are made at the same time, mostly waiting for the platform: when the short queue is full, 503. */
const CONCURRENCY = { concurrency: 32, queue: 64, queueWaitMs: 500 } as const

/**
 * `GET /api/data/{remote}/{name}?language=…`: answers of remotes apart from pages, as JSON (suggestions, totals) or as a file (a
 * calendar). The rules of pages decide whether an answer is public and cached, and whether it uses drafts and candidate releases.
 */
export const remoteData =
  (parts: DataParts): FastifyPluginAsync =>
  async (app: FastifyInstance) => {
    const path = `${parts.foreign?.path ?? ''}${DATA_PATH}`
    if (parts.foreign) app.addHook('onRequest', parts.foreign.admit)
    const serving: Serving = {
      ...parts,
      path,
      limit: createRateLimit(
        parts.store,
        (error) => app.log.error({ err: error }, 'rate limit store failed; request allowed'),
        dataRules(parts.config.limits.dataPerMinute),
      ),
      semaphore: createSemaphore(CONCURRENCY, ({ active, waiting }) =>
        pageError('page/busy', { details: { inFlight: active, waiting } }),
      ),
    }
    app.setErrorHandler((error, request, reply) => {
      void parts.sendJson(toAppError(error), request, reply)
    })
    app.route({
      method: ['GET', 'HEAD'],
      url: `${path}/*`,
      handler: (request, reply) => serve(request, reply, serving),
    })
    app.route({
      method: ['POST', 'PUT', 'PATCH', 'DELETE', ...(parts.foreign ? [] : ['OPTIONS'])],
      url: `${path}/*`,
      // In `onRequest`, so that no body is read.
      onRequest: async () => {
        throw requestError('request/method', { details: { allow: 'GET, HEAD' } })
      },
      handler: () => undefined,
    })
  }

/** @throws AppError request/malformed, request/too-long, data/unknown */
function readQuestion(address: string, path: string, languages: SiteLanguages): Question {
  const mark = address.indexOf('?')
  if (mark >= 0 && address.length - mark - 1 > MAX_DATA_QUERY) throw requestError('request/too-long')
  const { target } = publicTarget(readRequestTarget(address))
  const [remote = '', name = '', ...rest] = target.path.slice(path.length + 1).split('/')
  if (rest.length > 0 || target.redirect !== null) throw dataError('data/unknown')
  const language = supportedLanguage(target.query['language'], languages) ?? languages.primary
  return { target, remote, name, language }
}

async function serve(request: FastifyRequest, reply: FastifyReply, serving: Serving): Promise<FastifyReply> {
  const { config, pageCache, pageStore } = serving
  const question = readQuestion(request.raw.url ?? '/', serving.path, config.languages)
  const seen = await resolveView(request, serving)
  const loader = loaderOf(question, seen.visible.releases)
  await countOrRefuse(request, reply, serving)
  const { releases } = seen.visible
  const make = async (gone: AbortSignal): Promise<PageAnswer> => {
    const made = await admitted(() => makeAnswer(question, loader, { request, seen, gone }, serving), serving)
    return { ...made, headers: { ...made.headers, ...canaryHeaders(releases) } }
  }
  if (!seen.isPublic || serving.foreign) {
    const made = await make(visitorLeft(reply))
    return sendAnswer({ ...made, cacheClass: 'private', keys: [] }, config.alias, reply)
  }
  const key = pageKey(question.target, hostNameOf(request), releases.shares?.set)
  const served = await pageCache.answer({
    key,
    hasQuery: question.target.search !== '',
    releases,
    signal: visitorLeft(reply),
    make,
  })
  return sendPage(served, config.alias, request, reply, (page) => pageStore.replace(key, served.page, page))
}

/** As for a page, except that no preview session begins here, because answers to scripts set no cookies. */
async function resolveView(
  request: FastifyRequest,
  { identity, previews, staff, foreign }: Serving,
): Promise<Seen> {
  if (foreign) {
    const view = { versionStatus: 'published', preview: null } as const
    return { session: null, view, visible: await staff.releasesFor(null, request), isPublic: true }
  }
  const session = await identity.read(request)
  const { versionStatus, preview } = previews.view({ request, query: {}, isPreviewPath: false, session })
  const visible = await staff.releasesFor(session, request)
  const isPublic =
    // The answer to a session cookie, valid or not, may set cookies, so it must not be cached.
    !hasSiteCookies(request.headers.cookie) &&
    session === null &&
    preview === null &&
    visible.candidate === null
  return { session, view: { versionStatus, preview }, visible, isPublic }
}

/** @throws AppError data/unknown */
function loaderOf({ remote: asked, name }: Question, { remotes }: ReleaseSnapshot): Found {
  const remote = [...remotes].find(([known]) => known === asked)?.[1].remote
  const load = ownOf(remote?.data, name)
  const make = ownOf(remote?.files, name)
  const catalogues = remote?.catalogues && { catalogues: remote.catalogues }
  if (load) return { ...catalogues, load }
  if (make) return { ...catalogues, make }
  throw dataError('data/unknown')
}

const ownOf = <T>(table: Readonly<Record<string, T>> | undefined, name: string): T | undefined =>
  table && Object.hasOwn(table, name) ? table[name] : undefined

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
