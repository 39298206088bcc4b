import { LOGIN_PATH } from '@tessera/shared/config'
import { toAppError } from '@tessera/shared/contract'
import { withDeadline } from '@tessera/shared/io'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { answerKeys, cachingHeaders, type PageAnswer } from '../http/caching-headers.ts'
import { hasSiteCookies } from '../cache/fast-path.server.ts'
import type { PublicPages } from '../cache/page-cache.server.ts'
import type { Visitors } from '../canaries/visitors.server.ts'
import {
  pageKey,
  publicTarget,
  withTracking,
  type PageStore,
  type ServedPage,
} from '../cache/page-store.server.ts'
import {
  FORM_SENT,
  parsePath,
  readRequestTarget,
  type ParsedPath,
  type RequestTarget,
} from '../http/paths.ts'
import { errorFacts } from '../http/request-log.server.ts'
import { hostNameOf } from '../http/server.server.ts'
import type { PageOverrides } from '../override/overridden.ts'
import type { ReleaseSnapshot } from '../releases/live-releases.server.ts'
import { matchRoute } from '../releases/routing-table.ts'
import { createAnswerer, sendAnswer, sendPage, type AnswerParts } from './answer-page.server.ts'
import { admitPages, createPage, visitorLeft, type PageSources } from './create-page.server.ts'
import type { ErrorPages } from './error-pages.server.ts'
import type { PageForms } from './page-forms.ts'
import type { FormStart, Page, PageIdentity, PagePreviews, PageStaff } from './page.ts'

/** Dependencies of the page routes. */
export interface PagesOptions
  extends
    Omit<AnswerParts, 'formGate' | 'inspectFor' | 'isStaff' | 'previewBar' | 'record'>,
    Omit<PageSources, 'isStaff'> {
  readonly visitors: Visitors
  readonly pageCache: PublicPages
  readonly pageStore: Pick<PageStore, 'replace'>
  readonly errorPages: ErrorPages
  readonly identity: PageIdentity
  readonly previews: PagePreviews
  readonly staff: PageStaff
  readonly overrides: PageOverrides
  readonly forms: PageForms
  /** Deadline for a whole page. */
  readonly requestDeadlineMs: number
}

/** What the page routes need to serve a page. */
export interface Serving extends PagesOptions {
  /** Make a response, as soon as fewer pages than the limit are being made. */
  readonly answer: (page: Page) => Promise<PageAnswer>
}

/** A request that is not classified yet. */
interface PageRequest {
  readonly target: RequestTarget
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** A request for a page, with the initial data of its forms. */
interface PreparedRequest extends PageRequest {
  readonly formStart: FormStart
}

/** Makes a response; `gone` is aborted when nobody waits for it any more. */
type Make = (gone: AbortSignal, of: Pick<PreparedRequest, 'formStart' | 'target'>) => Promise<PageAnswer>

/** Create what serves the pages of a site. Call it once for each site, since it limits how many pages are made at once. */
export const createServing = (options: PagesOptions): Serving => ({
  ...options,
  answer: createAdmittedAnswerer(options),
})

/** The catch-all route: the pages of the site, as documents and as their state. */
export function pages(app: FastifyInstance, serving: Serving): void {
  const { config, identity } = serving
  app.route({
    method: ['GET', 'HEAD'],
    url: '*',
    handler: async (request, reply) => {
      const target = readRequestTarget(request.raw.url ?? '/')
      // An address with a security token is redirected without the token later, and no cache may store that redirect.
      if (target.redirect === null || identity.readSecurityToken(target))
        return servePage({ target, request, reply }, serving)
      // The canonical address always stays on this site: it starts with exactly one slash.
      return reply
        .headers(cachingHeaders('redirect', answerKeys('redirect', config.alias)))
        .redirect(target.redirect, config.trailingSlashStatus)
    },
  })
}

function createAdmittedAnswerer(options: PagesOptions): Serving['answer'] {
  const { staff, previews } = options
  const answer = createAnswerer({
    ...options,
    isStaff: staff.isStaff,
    inspectFor: staff.inspectFor,
    record: staff.record,
    previewBar: previews.bar,
    formGate: options.forms.gate,
  })
  return admitPages(answer, options.requestDeadlineMs)
}

/** Serve a public page from the page cache, and a private one rendered for this visitor. */
async function servePage(asked: PageRequest, serving: Serving): Promise<FastifyReply> {
  const { request, reply } = asked
  try {
    const parsedPath = parsePath(asked.target.path, serving.config.languages)
    return await servePath(parsedPath, asked, serving)
  } catch (thrown) {
    const error = toAppError(thrown)
    const { errorPages } = serving
    if (error.code !== 'page/busy') return errorPages.send(error, request, reply)
    request.log.error(errorFacts(error), 'request failed')
    return errorPages.sendBusy(asked.target, request, reply)
  }
}

async function servePath(
  parsedPath: ParsedPath,
  asked: PageRequest,
  serving: Serving,
): Promise<FastifyReply> {
  const { request, reply } = asked
  const { identity, overrides, previews, staff, visitors } = serving
  const isNew = visitors.assignBucket(request, reply, !asked.target.wantsState)
  const releases = visitors.releasesOf(request)
  const withToken = identity.readSecurityToken(asked.target)
  const whole = withToken?.target ?? asked.target
  const began = performance.now()
  const session = await identity.read(request)
  const isPreviewPath = parsedPath.preview !== null
  const view = previews.view({ request, query: whole.query, isPreviewPath, session })
  if (view.cookie) void reply.header('set-cookie', view.cookie)
  const override = overrides.read(session, request, reply)
  const form = await serving.forms.restore(whole, request, session)
  const formStart: FormStart = {
    ...identity.formStart(parsedPath, request, reply, withToken !== null),
    ...(form && { form, ...(FORM_SENT in whole.query && { formOutcome: 'sent' }) }),
  }
  const isPublished = view.versionStatus === 'published' && view.preview === null && !isPreviewPath
  const isPublic =
    !withToken && isPublished && session === null && isSharedPage(parsedPath, formStart, request, releases)
  const { requestDeadlineMs } = serving
  // The time in which the session was confirmed is part of the page's, which keeps half of it at least.
  const leftMs = () =>
    isPublic || withToken
      ? requestDeadlineMs
      : Math.max(requestDeadlineMs - performance.now() + began, requestDeadlineMs / 2)
  const make: Make = (gone, { target, formStart }) =>
    withDeadline(leftMs(), gone, async (signal) => {
      const visible = isPublic
        ? { releases, candidate: null }
        : { ...(await staff.releasesFor(session, request)), override }
      const of = { request, signal, target, parsedPath, session, formStart, view, visible }
      return serving.answer(createPage(of, { ...serving, isStaff: staff.isStaff }))
    })
  const prepared = { target: whole, formStart, request, reply }
  if (withToken) {
    const needsSignIn = async () => isSignInRedirect(await make(visitorLeft(reply), prepared))
    const { language } = parsedPath
    return identity.takeSecurityToken({ request, reply, ...withToken, session, language, needsSignIn })
  }
  if (isPublic) return servePublic(prepared, { isNew, releases }, make, serving)
  return servePrivate(prepared, make, view.preview !== null || isPreviewPath, serving)
}

/** Whether a page is public, judged by its path, its forms and the cookies. */
function isSharedPage(
  { rest }: ParsedPath,
  { posted, form }: FormStart,
  { headers }: FastifyRequest,
  { table }: ReleaseSnapshot,
): boolean {
  if (posted !== undefined || form !== undefined || hasSiteCookies(headers.cookie)) return false
  const matched = matchRoute(table.staticRoutes, rest)
  return matched === null || !(matched.route.private === true || Boolean(matched.route.requireLogin))
}

/** A public page: cached, or rendered once for all concurrent requests. */
async function servePublic(
  prepared: PreparedRequest,
  { isNew, releases }: { readonly isNew: boolean; readonly releases: ReleaseSnapshot },
  make: Make,
  serving: Serving,
): Promise<FastifyReply> {
  const { request, reply } = prepared
  const { config, pageCache, pageStore, visitors } = serving
  const { target, tracking } = publicTarget(prepared.target)
  const { wasSignedIn, ...formStart } = prepared.formStart
  const key = pageKey(target, hostNameOf(request), releases.shares?.set)
  const served = await pageCache.answer({
    key,
    hasQuery: target.search !== '',
    releases,
    signal: visitorLeft(reply),
    make: (gone) => make(gone, { target, formStart }),
  })
  // This redirect says whether the visitor's own session is over, so it is made for each such visitor alone.
  if (wasSignedIn && isSignInRedirect(served.page.answer)) return servePrivate(prepared, make, false, serving)
  visitors.served(request, releases, served.page.answer.apps)
  const sent = withTracking(isNew ? forOneVisitor(served) : served, tracking)
  return sendPage(sent, config.alias, request, reply, (page) => {
    if (!isNew) pageStore.replace(key, served.page, page)
  })
}

/** The page for a visitor who gets a cookie with it: caches in front must not store that response. */
const forOneVisitor = (served: ServedPage): ServedPage => ({
  ...served,
  page: { ...served.page, answer: { ...served.page.answer, cacheClass: 'private', keys: [] } },
})

/** A private page: rendered for this visitor, and not cached. */
async function servePrivate(
  prepared: PreparedRequest,
  make: Make,
  isPreview: boolean,
  { config, identity, previews, visitors }: Serving,
): Promise<FastifyReply> {
  const { request, reply } = prepared
  const made = await make(visitorLeft(reply), prepared)
  visitors.served(request, visitors.releasesOf(request), made.apps)
  // While a session cannot be verified, its visitor gets an error page, and is not sent to sign in again.
  const failure = isSignInRedirect(made) ? identity.failureOf(request) : null
  if (failure) throw failure
  const answer: PageAnswer =
    made.cacheClass === 'failed' ? made : { ...made, cacheClass: 'private', keys: [] }
  return sendAnswer(answer, config.alias, reply, () => {
    if (isPreview) previews.allowFrames(reply)
  })
}

/** Whether a page, or its state, requires the visitor to sign in first. */
export const isSignInRedirect = ({ status, headers }: Pick<PageAnswer, 'headers' | 'status'>): boolean =>
  status === 401 ||
  (status === 302 && (headers['location'] ?? '').split('?', 1)[0]?.endsWith(LOGIN_PATH) === true)
