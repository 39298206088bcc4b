import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SiteConfig } from '@tessera/shared/config'
import type { AppError, RemoteName } from '@tessera/shared/contract'
import { accessPath, encodePath, languagePrefix } from '../http/paths.ts'
import { isJson, pageState } from './serialised-state.ts'
import {
  cacheClassOf,
  pageKeys,
  releaseKey,
  answerKeys,
  cachingHeaders,
  type PageAnswer,
  type ResponseClass,
} from '../http/caching-headers.ts'
import type { TreeFingerprints } from '../cache/tree-fingerprint.server.ts'
import { remotesOf, type LoadedSlot } from './load-slots.server.ts'
import { createLoader, type LoadParts } from './load.server.ts'
import {
  findRedirect,
  isMissing,
  notFoundContent,
  type NotFoundParts,
  type Redirection,
} from './not-found.server.ts'
import type { LoadedPage, Page, PageEvents, PageStaff, ResolvedPage } from './page.ts'
import { createRenderer, type RenderParts } from './render.server.ts'
import { createResolver, type AccessRedirect, type ResolveParts } from './resolve.server.ts'
import {
  notModifiedHeaders,
  pageHeaders,
  bodyOf,
  matchesEtag,
  type ServedPage,
  type StoredPage,
} from '../cache/page-store.server.ts'
import { chooseEncoding } from '../http/compress.server.ts'
import type { ReleaseSnapshot } from '../releases/live-releases.server.ts'

/** Dependencies of the four stages of a page. */
export interface AnswerParts
  extends ResolveParts, LoadParts, RenderParts, NotFoundParts, Pick<PageEvents, 'onPageFailure'> {
  readonly config: SiteConfig
  readonly trees: TreeFingerprints
  readonly record: PageStaff['record']
}

/** Answers pages and their states: resolve, load, render, respond. */
export function createAnswerer(parts: AnswerParts): (page: Page) => Promise<PageAnswer> {
  const resolve = createResolver(parts)
  const load = createLoader(parts)
  const render = createRenderer(parts)

  return async (page) => {
    const resolved = await resolve(page)
    if (resolved.type === 'redirect') return accessAnswer(resolved.to, page, parts)
    const hasNothing = isMissing(resolved)
    const movedTo = hasNothing ? await findRedirect(page, parts) : null
    if (movedTo) return movedAnswer(movedTo, page, parts)
    return answer(resolved, hasNothing ? notFoundContent(resolved, parts) : undefined)
  }

  /** Load, render and respond; a page that cannot be sent because of the state of some remotes is loaded again without them. */
  async function answer(
    page: ResolvedPage,
    missing?: ReturnType<typeof notFoundContent>,
    withoutJson: readonly RemoteName[] = [],
  ): Promise<PageAnswer> {
    const [loaded, notFound] = await Promise.all([load(page, withoutJson), missing])
    if (loaded.error) parts.onPageFailure(page, loaded.error)
    try {
      if (page.target.wantsState) return stateAnswer(loaded, parts)
      const rendered = await render(notFound ? { ...loaded, notFound } : loaded)
      parts.record(rendered)
      return finish(rendered, parts, {
        headers: {
          'content-security-policy': rendered.policy,
          'content-type': 'text/html; charset=utf-8',
        },
        body: rendered.html,
      })
    } catch (thrown) {
      const found = remotesWithoutJson(loaded)
      if (found.length === 0) throw thrown
      return await answer(page, missing, [...withoutJson, ...found])
    } finally {
      loaded.store.dispose()
    }
  }
}

/** Remotes on the page with state that JSON cannot hold. */
function remotesWithoutJson({ slots, store }: LoadedPage): readonly RemoteName[] {
  const state = store.getState()
  const hasJson = ({ remote }: LoadedSlot) =>
    isJson((remote?.manifest.stateKeys ?? []).map((key) => state[key]))
  return slots.filter((loaded) => !hasJson(loaded)).map(({ slot }) => slot.remote)
}

/** Staff may ask for the platform calls of a page; no cache stores such a page. */
function stateAnswer(page: LoadedPage, parts: AnswerParts): PageAnswer {
  const withCalls = 'includeApiCalls' in page.target.query && parts.isStaff(page.session)
  const keys = page.slots.flatMap(({ remote }) => remote?.manifest.stateKeys ?? [])
  const state = pageState(page.store.getState(), keys, withCalls)
  return finish(page, parts, {
    headers: { 'x-robots-tag': 'noindex', 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify(state),
  })
}

/** Add the headers last, since the cache class of a page is known only after rendering. */
function finish(
  page: LoadedPage,
  parts: AnswerParts,
  made: Pick<PageAnswer, 'headers' | 'body'>,
): PageAnswer {
  const { status, isComplete, slots, error, validUntil } = page
  const apps = ['shell', ...remotesOf(slots)]
  const cacheClass = cacheClassOf({
    status,
    responseClass: sharedClassOf(page),
    isComplete,
    isFailed: error !== null,
  })
  return {
    status,
    headers: {
      ...made.headers,
      ...canaryHeaders(page.releases),
      ...(page.responseClass === 'preview' && { 'x-robots-tag': 'noindex' }),
      // The page's address has the token of an email, which no other site may see, nor this site's own log.
      ...('token' in page.target.query && { 'referrer-policy': 'no-referrer' }),
      ...retryHeaders(status, error),
    },
    body: made.body,
    cacheClass,
    keys: cacheClass === 'page' || cacheClass === 'partial' ? ownKeys(page, apps, parts) : [],
    apps,
    ...(Number.isFinite(validUntil) && { validUntil }),
  }
}

/** When to come again: after the time that an error names, else soon where the platform is late or gone. */
export function retryHeaders(status: number, error: AppError | null): Readonly<Record<string, string>> {
  const { retryAfterSeconds } = error?.details ?? {}
  if (typeof retryAfterSeconds === 'number') return { 'retry-after': String(retryAfterSeconds) }
  return status === 503 || status === 504 ? { 'retry-after': '2' } : {}
}

/** For responses that other visitors get from another release: the bucket cookie decides, and `x-canary` tells caches how. */
export const canaryHeaders = ({ shares }: ReleaseSnapshot): Readonly<Record<string, string>> =>
  shares ? { vary: 'accept-encoding, cookie', 'x-canary': shares.header } : {}

/** The response to a signed-in visitor is private, even where it is the same as the public one. */
const sharedClassOf = ({ responseClass, session }: LoadedPage): ResponseClass =>
  responseClass === 'public' && session ? 'member' : responseClass

/** Surrogate keys of a page: of its content, of its releases, and of what it shows of the navigation tree: its menu, or all of its own. */
export function ownKeys(
  { calls, target, route }: Pick<Page, 'calls' | 'target'> & Partial<Pick<ResolvedPage, 'route'>>,
  apps: readonly string[],
  { config, trees }: Pick<AnswerParts, 'config' | 'trees'>,
): readonly string[] {
  const [all, isTree] = [calls.answers(), ({ need }: { readonly need: string }) => need === 'tree']
  const shown = all.filter(isTree).flatMap((tree) => trees.keysOn(target.path, tree))
  const releases = apps.map((app) => releaseKey(config.alias, app))
  const hasOwnTree = route?.type === 'page' && Boolean(route.ownTree)
  return pageKeys(hasOwnTree ? all : all.filter((one) => !isTree(one)), [...releases, ...shown], {
    alias: config.alias,
    projectId: config.projects[0].id,
  })
}

/** Without a content type browsers download an empty body. */
const PLAIN_TEXT = { 'content-type': 'text/plain; charset=utf-8' }

/** The redirect of a page that an author has moved. Scripts, which request the state, cannot follow a redirect to another site. */
function movedAnswer({ location, isPermanent }: Redirection, page: Page, parts: AnswerParts): PageAnswer {
  const answer = { cacheClass: 'partial', keys: ownKeys(page, ['shell'], parts), apps: ['shell'] } as const
  const headers = { ...PLAIN_TEXT, ...canaryHeaders(page.releases) }
  if (page.target.wantsState && !location.startsWith('/'))
    return { ...answer, status: 404, headers, body: 'This page has moved to another site.' }
  return { ...answer, status: isPermanent ? 301 : 302, headers: { ...headers, location }, body: '' }
}

/**
 * A refusal of access is as private as the page that it protects: a document is redirected; the state of a page is refused, and
 * the body names the address to go to, in the language of the path. Source: specification 4, Access and routing.
 */
function accessAnswer(
  to: AccessRedirect['to'],
  { target, parsedPath, session, wasSignedIn = false, releases }: Page,
  { config }: AnswerParts,
): PageAnswer {
  const prefix = languagePrefix(parsedPath.language, config.languages)
  const isOver = to === 'sign-in' && session === null && wasSignedIn
  const location = `${accessPath(to, `${encodePath(target.path)}${target.search}`, prefix)}${isOver ? '&done=session-over' : ''}`
  const answer = { cacheClass: 'private', keys: [], apps: [] } as const
  const canary = canaryHeaders(releases)
  if (!target.wantsState)
    return { ...answer, status: 302, headers: { ...PLAIN_TEXT, ...canary, location }, body: '' }
  const headers = { 'content-type': 'application/json; charset=utf-8', 'x-robots-tag': 'noindex', ...canary }
  const status = to === 'sign-in' ? 401 : 403
  return { ...answer, status, headers, body: JSON.stringify({ redirect: location }) }
}

/** Send a response that is not cached: headers, then body. */
export function sendAnswer(
  answer: PageAnswer,
  alias: string,
  reply: FastifyReply,
  /** Called when all headers are set. */
  onHeaders: () => void = () => undefined,
): FastifyReply {
  writeHeaders(answer, answer.cacheClass, alias, reply)
  onHeaders()
  return reply.send(answer.body)
}

/**
 * Send a public page: compressed once for all visitors, and as a 304 to clients that have it. `onPage` gets the page when it
 * has a newly encoded body.
 */
export function sendPage(
  served: ServedPage,
  alias: string,
  request: FastifyRequest,
  reply: FastifyReply,
  onPage: (page: StoredPage) => void,
): FastifyReply {
  const { page } = served
  const form = bodyOf(page, chooseEncoding(request.headers['accept-encoding']) ?? 'identity')
  if (form.page !== page) onPage(form.page)
  const headers = pageHeaders(served, form.encoding, alias)
  if (page.answer.status === 200 && matchesEtag(page, request.headers['if-none-match']))
    return reply.code(304).headers(notModifiedHeaders(headers)).send()
  return reply.code(page.answer.status).headers(headers).send(form.body)
}

function writeHeaders(
  { status, headers, keys }: Omit<PageAnswer, 'body'>,
  cacheClass: PageAnswer['cacheClass'],
  alias: string,
  reply: FastifyReply,
): void {
  void reply
    .code(status)
    .headers(headers)
    .headers(cachingHeaders(cacheClass, answerKeys(cacheClass, alias, keys)))
}
