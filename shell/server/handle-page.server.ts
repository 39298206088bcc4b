import { createBus } from '@tessera/shared/store'
import { toAppError, type AppError } from '@tessera/shared/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { PageAnswer } from '../cache/page-answer.ts'
import type { TreeWatch } from '../cache/tree-watch.server.ts'
import { pageKeys } from '../domain/page-keys.ts'
import { cacheClassOf, releaseKey, type ResponseClass } from '../domain/response-headers.ts'
import { pageState } from '../domain/serialised-state.ts'
import { composePage } from './compose-page.server.ts'
import type { ComposedPage } from './finish-page.server.ts'
import { bootFile } from './assets.server.ts'
import { renderPage } from './render-page.server.ts'
import { contentSecurityPolicy } from './security-headers.server.ts'
import type { PageRequest, ShellContext } from './shell-context.server.ts'

/** What answering takes besides the shell. */
export interface AnswerTools {
  readonly shell: ShellContext
  readonly trees: TreeWatch
  readonly log: FastifyBaseLogger
}

/** Answer a request for a page, or for its state: resolve, render once, and say last how the answer may be kept. */
export async function answerPage(page: PageRequest, tools: AnswerTools): Promise<PageAnswer> {
  const composed = await composePage(page, tools.shell)
  if (composed.type === 'redirect') return accessRedirect(composed.to, page)
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

function stateAnswer(composed: ComposedPage, page: PageRequest, tools: AnswerTools): PageAnswer {
  const keys = composed.slots.flatMap(({ remote }) => remote?.manifest.stateKeys ?? [])
  const state = pageState(composed.store.getState(), keys)
  composed.store.dispose()
  return finish(composed, page, tools, {
    headers: { 'x-robots-tag': 'noindex', 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify(state),
  })
}

/** Headers last: only now is it known what the answer is to caches. */
function finish(
  composed: Pick<ComposedPage, 'status' | 'responseClass' | 'isComplete' | 'slots'>,
  page: PageRequest,
  { shell, trees }: AnswerTools,
  made: Pick<PageAnswer, 'headers' | 'body'>,
): PageAnswer {
  const { status, responseClass, isComplete, slots } = composed
  const apps = ['shell', ...new Set(slots.map(({ slot }) => slot.remote))]
  const cacheClass = cacheClassOf({ status, responseClass: laneOf(responseClass, page), isComplete })
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
  { calls }: PageRequest,
  apps: readonly string[],
  { config }: ShellContext,
  trees: TreeWatch,
): readonly string[] {
  const answers = calls.answers()
  const shown = new Set(answers.filter(({ need }) => need === 'tree').map((tree) => trees.keyOf(tree)))
  const releases = apps.map((app) => releaseKey(config.alias, app))
  return pageKeys(
    answers.filter(({ need }) => need !== 'tree'),
    [...releases, ...shown],
    { alias: config.alias, projectId: config.projects[0].id },
  )
}

const SIGN_IN = '/account/login'
const ACCESS_DENIED = '/account/access-denied'

/** A redirect that access decided is as private as what it protects. */
function accessRedirect(to: 'sign-in' | 'access-denied', { target }: PageRequest): PageAnswer {
  const from = encodeURIComponent(`${target.path}${target.search}`)
  const location =
    to === 'sign-in' ? `${SIGN_IN}?redirect_uri=${from}` : `${ACCESS_DENIED}?original_uri=${from}`
  return { status: 302, headers: { location }, body: '', cacheClass: 'private', keys: [], apps: [] }
}

/** What the log says about an error; visitors get the request's id. */
export function errorFacts(thrown: unknown): Record<string, unknown> {
  const error: AppError = toAppError(thrown)
  return { code: error.code, status: error.status, details: error.details, err: error.cause ?? error }
}
