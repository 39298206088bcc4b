import { createBus } from '@tessera/shared/store'
import type { FastifyBaseLogger } from 'fastify'
import type { PageAnswer } from '../cache/caching-headers.ts'
import type { TreeWatch } from '../cache/tree-fingerprint.server.ts'
import { accessPath } from '../domain/access-path.ts'
import { pageKeys } from '../cache/caching-headers.ts'
import { languagePrefix } from '../http/path-language.ts'
import { cacheClassOf, releaseKey, type ResponseClass } from '../cache/caching-headers.ts'
import { pageState } from '../domain/serialised-state.ts'
import { composePage, type AccessRedirect } from './compose-page.server.ts'
import { isMissing, missingPage, type MovedPage } from './not-found.server.ts'
import type { ComposedPage } from './finish-page.server.ts'
import { bootFile } from '../document/assets.server.ts'
import { renderPage } from './render-page.server.ts'
import { errorFacts } from '../http/request-log.server.ts'
import { contentSecurityPolicy } from '../document/content-security-policy.server.ts'
import type { PageRequest, ShellContext } from './shell-context.server.ts'

/** What answering takes besides the shell. */
export interface AnswerTools {
  readonly shell: ShellContext
  readonly trees: TreeWatch
  readonly log: FastifyBaseLogger
}

/** Answer a request for a page, or for its state: resolve, render once, and say last how the answer may be kept. */
export async function answerPage(page: PageRequest, tools: AnswerTools): Promise<PageAnswer> {
  const found = await composePage(page, tools.shell)
  if (found.type === 'redirect') return accessAnswer(found.to, page, tools.shell)
  const composed = isMissing(found) ? await missingPage(found, page, tools.shell) : found
  if (composed.type === 'moved') return movedAnswer(composed, page, tools)
  if (composed.error) tools.log.warn(errorFacts(composed.error), 'page failed')
  return page.target.wantsState ? stateAnswer(composed, page, tools) : documentAnswer(composed, page, tools)
}

function documentAnswer(composed: ComposedPage, page: PageRequest, tools: AnswerTools): PageAnswer {
  const { shell, log } = tools
  const bus = createBus({
    onListenerError: (_name, error) => log.error({ err: error }, 'bus listener failed'),
  })
  const rendered = renderPage(composed, page, shell, bus)
  shell.staff.record(composed, page, rendered.failures)
  composed.store.dispose()
  const boot = bootFile(page.releases.shell, shell.files)
  return finish({ ...composed, status: rendered.status, isComplete: rendered.isComplete }, page, tools, {
    headers: {
      'content-security-policy': contentSecurityPolicy(shell.files.policy(boot)),
      'content-type': 'text/html; charset=utf-8',
    },
    body: rendered.html,
  })
}

/** Staff may ask for the calls that a page was made from; a page that staff asked for is kept by no cache. */
function stateAnswer(composed: ComposedPage, page: PageRequest, tools: AnswerTools): PageAnswer {
  const withCalls = 'includeApiCalls' in page.target.query && tools.shell.staff.isStaff(page.session)
  const keys = composed.slots.flatMap(({ remote }) => remote?.manifest.stateKeys ?? [])
  const state = pageState(composed.store.getState(), keys, withCalls)
  composed.store.dispose()
  return finish(composed, page, tools, {
    headers: { 'x-robots-tag': 'noindex', 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify(state),
  })
}

/** Headers last: only now is it known what the answer is to caches. */
function finish(
  composed: Pick<ComposedPage, 'status' | 'responseClass' | 'isComplete' | 'slots' | 'error'>,
  page: PageRequest,
  { shell, trees }: AnswerTools,
  made: Pick<PageAnswer, 'headers' | 'body'>,
): PageAnswer {
  const { status, responseClass, isComplete, slots, error } = composed
  const apps = ['shell', ...new Set(slots.map(({ slot }) => slot.remote))]
  const isFailed = error !== null
  const cacheClass = cacheClassOf({
    status,
    responseClass: laneOf(responseClass, page),
    isComplete,
    isFailed,
  })
  return {
    status,
    headers: {
      ...made.headers,
      ...(responseClass === 'preview' && { 'x-robots-tag': 'noindex' }),
      ...(status === 503 && { 'retry-after': '2' }),
    },
    body: made.body,
    cacheClass,
    keys: cacheClass === 'page' || cacheClass === 'partial' ? ownKeys(page, apps, shell, trees) : [],
    apps,
  }
}

/** A page that a signed-in visitor asked for is theirs, even where it says what everybody's does. */
const laneOf = (responseClass: ResponseClass, { session }: PageRequest): ResponseClass =>
  responseClass === 'public' && session ? 'member' : responseClass

function ownKeys(
  { calls, target }: PageRequest,
  apps: readonly string[],
  { config }: ShellContext,
  trees: TreeWatch,
): readonly string[] {
  const answers = calls.answers()
  const shown = new Set(
    answers.filter(({ need }) => need === 'tree').flatMap((tree) => trees.keysOn(target.path, tree)),
  )
  const releases = apps.map((app) => releaseKey(config.alias, app))
  return pageKeys(
    answers.filter(({ need }) => need !== 'tree'),
    [...releases, ...shown],
    { alias: config.alias, projectId: config.projects[0].id },
  )
}

/** Without it an empty body would be taken for a download. */
const PLAIN_TEXT = { 'content-type': 'text/plain; charset=utf-8' }

/** Where an author has said that the page is now. The state of a page is asked for by scripts, which cannot follow to another site. */
function movedAnswer({ to }: MovedPage, page: PageRequest, { shell, trees }: AnswerTools): PageAnswer {
  const answer = {
    cacheClass: 'partial',
    keys: ownKeys(page, ['shell'], shell, trees),
    apps: ['shell'],
  } as const
  const canFollow = to.location.startsWith('/')
  if (page.target.wantsState && !canFollow)
    return { ...answer, status: 404, headers: PLAIN_TEXT, body: 'This page has moved to another site.' }
  return {
    ...answer,
    status: to.isPermanent ? 301 : 302,
    headers: { ...PLAIN_TEXT, location: to.location },
    body: '',
  }
}

/**
 * What access has decided is as private as what it protects: a document is redirected, the state of a page is refused with
 * where to go instead, in the language of the path. Source: specification 4, Access and routing.
 */
function accessAnswer(to: AccessRedirect['to'], page: PageRequest, { config }: ShellContext): PageAnswer {
  const { target, place } = page
  const prefix = languagePrefix(place.language, config.languages)
  const location = accessPath(to, `${target.path}${target.search}`, prefix)
  const answer = { cacheClass: 'private', keys: [], apps: [] } as const
  if (!target.wantsState) return { ...answer, status: 302, headers: { ...PLAIN_TEXT, location }, body: '' }
  const headers = { 'content-type': 'application/json; charset=utf-8', 'x-robots-tag': 'noindex' }
  const status = to === 'sign-in' ? 401 : 403
  return { ...answer, status, headers, body: JSON.stringify({ redirect: location }) }
}
