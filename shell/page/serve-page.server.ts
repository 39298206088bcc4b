import { LOGIN_PATH } from '@tessera/shared/config'
import { toAppError } from '@tessera/shared/contract'
import { withDeadline, type PlatformClient, type Semaphore } from '@tessera/shared/io'
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import { postedTo } from '../features/identity/form-token.server.ts'
import type { Accounts } from '../features/identity/assemble-accounts.server.ts'
import { isAnonymous } from '../cache/fast-path.server.ts'
import type { PageAnswer } from '../cache/caching-headers.ts'
import { pageKey } from '../cache/page-store.server.ts'
import type { SiteCaches } from '../cache/invalidation.server.ts'
import { matchRoute } from '../releases/routing-table.ts'
import { placeOfPath, type PathPlace } from '../http/path-language.ts'
import type { RequestTarget } from '../http/request-target.ts'
import { allowFrames } from '../features/preview/preview-routes.server.ts'
import { readSecurityToken } from '../features/identity/security-token.server.ts'
import { isSignInRedirect, takeToken } from '../features/identity/security-token.server.ts'
import type { AssembledSessions } from '../features/identity/assemble-sessions.server.ts'
import type { BusyPages } from './error-page.server.ts'
import { answerPage } from './answer-page.server.ts'
import { errorFacts } from '../http/request-log.server.ts'
import { createPageRequest, visitorLeft } from './page-request.server.ts'
import { plainError } from './error-page.server.ts'
import { sendAnswer, sendPage } from './send-answer.server.ts'
import type { PageRequest, ShellContext } from './shell-context.server.ts'

/** What pages are served with. */
export interface PageServing {
  readonly shell: ShellContext
  readonly platformClient: PlatformClient
  readonly caches: SiteCaches
  readonly accounts: Accounts
  readonly identity: AssembledSessions
  /** Pages in the making: refuses with `page/busy`. */
  readonly semaphore: Semaphore
  readonly sayBusy: BusyPages
  /** The longest that a page may take as a whole. */
  readonly requestDeadlineMs: number
}

/** One visitor's request, before it is known what it is. */
interface Visit {
  readonly target: RequestTarget
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** Serve a page: one that everybody sees from the public lane, and what is somebody's made for them alone. */
export async function servePage(visit: Visit, serving: PageServing): Promise<FastifyReply> {
  const { request, reply } = visit
  try {
    const place = placeOfPath(visit.target.path, serving.shell.config.languages)
    return await serveKnown(visit, place, serving)
  } catch (thrown) {
    const error = toAppError(thrown)
    request.log.error(errorFacts(error), 'request failed')
    if (error.code === 'page/busy') return serving.sayBusy(visit.target, request, reply)
    return plainError(error, request, reply, serving.shell)
  }
}

async function serveKnown(asked: Visit, place: PathPlace, serving: PageServing): Promise<FastifyReply> {
  const { request, reply } = asked
  const { shell, platformClient, identity } = serving
  const withToken = readSecurityToken(asked.target)
  const visit = withToken ? { ...asked, target: withToken.target } : asked
  const { target } = visit
  const session = await shell.sessions.read(request)
  const isPreviewPath = place.preview !== null
  const view = shell.previews.view({ request, query: target.query, isPreviewPath, session })
  if (view.cookie) void reply.header('set-cookie', view.cookie)
  const typed = typedBefore(asked, place, withToken !== null, serving)
  const isPublished = view.versionStatus === 'published' && view.preview === null && !isPreviewPath
  const isNobodys = session === null && typed.posted === undefined && isAnonymous(request.headers.cookie)
  const isPublic = !withToken && isPublished && isNobodys && !isPrivateRoute(place, shell)
  const makeIn = async (signal: AbortSignal): Promise<PageAnswer> => {
    const visible = isPublic
      ? { releases: shell.releases.snapshot(), pinned: null }
      : await shell.staff.releasesFor(session, request.headers.cookie)
    const whose = { session, view, visible, ...typed }
    const page = createPageRequest({ request, signal, target, place, shell, platformClient, ...whose })
    return makeAnswer(page, request.log, serving)
  }
  const make = (gone: AbortSignal) => withDeadline(serving.requestDeadlineMs, gone, makeIn)
  if (withToken) {
    const needsSignIn = async () => isSignInRedirect(await make(visitorLeft(reply)))
    const parts = { ...identity, languages: shell.config.languages }
    return takeToken({ request, reply, session, language: place.language }, withToken, needsSignIn, parts)
  }
  if (isPublic) return servePublic(visit, make, serving)
  return servePrivate(visit, make, view.preview !== null || isPreviewPath, serving)
}

/** What an account page has to say of the attempt before: what was typed, or why a security token was not taken. */
function typedBefore(
  { request, reply }: Visit,
  { rest }: PathPlace,
  hasToken: boolean,
  { accounts, identity }: PageServing,
): Pick<PageRequest, 'posted' | 'signInProblem'> {
  const posted = postedTo(rest, accounts, request, reply)
  const problem = rest === LOGIN_PATH && !hasToken ? identity.problems.take(request, reply) : null
  return { ...(posted && { posted }), ...(problem && { signInProblem: problem }) }
}

/** Nothing of such a page is for everybody, not even to visitors who ask for it in the same moment. */
const isPrivateRoute = ({ rest }: PathPlace, { releases }: ShellContext): boolean => {
  const matched = matchRoute(releases.snapshot().table.staticRoutes, rest)
  return matched !== null && (matched.route.private === true || Boolean(matched.route.requireLogin))
}

/** What everybody sees: from what is kept, and made once for all who ask for it at the same time. */
async function servePublic(
  { target, request, reply }: Visit,
  make: (signal: AbortSignal) => Promise<PageAnswer>,
  { shell, caches }: PageServing,
): Promise<FastifyReply> {
  const key = pageKey(target, request.hostname)
  const served = await caches.pages.answer({
    key,
    isWild: target.search !== '',
    signal: visitorLeft(reply),
    make,
  })
  return sendPage(served, shell.config.alias, request, reply, (page) =>
    caches.store.replace(key, served.page, page),
  )
}

/** What is somebody's, or may be: made for them, and kept by nobody. */
async function servePrivate(
  { request, reply }: Visit,
  make: (signal: AbortSignal) => Promise<PageAnswer>,
  isPreview: boolean,
  serving: PageServing,
): Promise<FastifyReply> {
  const { shell } = serving
  const made = await make(visitorLeft(reply))
  // Somebody who may well be signed in is told of our trouble, not sent to sign in again.
  const trouble = isSignInRedirect(made) ? shell.sessions.troubleOf(request) : null
  if (trouble) throw trouble
  const answer: PageAnswer =
    made.cacheClass === 'failed' ? made : { ...made, cacheClass: 'private', keys: [] }
  return sendAnswer(answer, shell.config.alias, reply, () => {
    if (isPreview) allowFrames(reply, shell.previews.frameOrigins)
  })
}

/** Make an answer, as soon as there is room for one more. */
async function makeAnswer(
  page: PageRequest,
  log: FastifyBaseLogger,
  { shell, caches, semaphore }: PageServing,
): Promise<PageAnswer> {
  const release = await semaphore.acquire()
  try {
    return await answerPage(page, { shell, trees: caches.trees, log })
  } finally {
    release()
  }
}
