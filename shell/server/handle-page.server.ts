import { createBus } from '@tessera/shared/store'
import { toAppError, type AppError } from '@tessera/shared/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { cachingHeaders } from '../domain/response-headers.ts'
import { pageState } from '../domain/serialised-state.ts'
import { allowFrames } from '../preview/frame-headers.ts'
import { composePage } from './compose-page.server.ts'
import type { ComposedPage } from './finish-page.server.ts'
import { bootFile } from './assets.server.ts'
import { renderPage } from './render-page.server.ts'
import { contentSecurityPolicy } from './security-headers.server.ts'
import type { PageRequest, ShellContext } from './shell-context.server.ts'

/** Answer a request for a page, or for its state: resolve, render once, and write the headers last. */
export async function handlePage(
  page: PageRequest,
  shell: ShellContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const composed = await composePage(page, shell)
  if (composed.type === 'redirect') return sendAccessRedirect(composed.to, page, reply)
  if (composed.error) request.log.warn(errorFacts(composed.error), 'page failed')
  return page.target.wantsState
    ? sendState(composed, shell, reply)
    : sendDocument(composed, page, shell, request, reply)
}

function sendDocument(
  composed: ComposedPage,
  page: PageRequest,
  shell: ShellContext,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const bus = createBus({
    onListenerError: (_name, error) => request.log.error({ err: error }, 'bus listener failed'),
  })
  const rendered = renderPage(composed, page, shell, bus)
  shell.staff.record(composed, page, rendered.failures)
  composed.store.dispose()
  writeHeaders(reply, { ...composed, status: rendered.status, isComplete: rendered.isComplete }, shell)
  const boot = bootFile(page.releases.shell, shell.files)
  void reply.header('content-security-policy', contentSecurityPolicy(shell.files.policy(boot)))
  if (isPreview(page)) allowFrames(reply, shell.previews.frameOrigins)
  return reply.type('text/html; charset=utf-8').send(rendered.html)
}

/** Whether a request is answered as a preview, whatever comes of it. */
const isPreview = ({ preview, place }: PageRequest): boolean => preview !== null || place.preview !== null

function sendState(composed: ComposedPage, shell: ShellContext, reply: FastifyReply): FastifyReply {
  const keys = composed.slots.flatMap(({ remote }) => remote?.manifest.stateKeys ?? [])
  const state = pageState(composed.store.getState(), keys)
  composed.store.dispose()
  writeHeaders(reply, composed, shell)
  return reply
    .header('x-robots-tag', 'noindex')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(state))
}

function writeHeaders(
  reply: FastifyReply,
  composed: Pick<ComposedPage, 'status' | 'responseClass' | 'isComplete' | 'keys'>,
  { config }: ShellContext,
): void {
  const { status, responseClass, isComplete, keys } = composed
  void reply
    .code(status)
    .headers(cachingHeaders({ status, responseClass, isComplete, keys, alias: config.alias }))
  if (responseClass === 'preview') void reply.header('x-robots-tag', 'noindex')
  if (status === 503) void reply.header('retry-after', '2')
}

const SIGN_IN = '/account/login'
const ACCESS_DENIED = '/account/access-denied'

/** A redirect that access decided is as private as what it protects. */
function sendAccessRedirect(
  to: 'sign-in' | 'access-denied',
  { target }: PageRequest,
  reply: FastifyReply,
): FastifyReply {
  const from = encodeURIComponent(`${target.path}${target.search}`)
  const location =
    to === 'sign-in' ? `${SIGN_IN}?redirect_uri=${from}` : `${ACCESS_DENIED}?original_uri=${from}`
  return reply
    .headers({ 'cache-control': 'private, no-store', 'surrogate-control': 'no-store' })
    .redirect(location, 302)
}

/** What the log says about an error; visitors get the request's id. */
export function errorFacts(thrown: unknown): Record<string, unknown> {
  const error: AppError = toAppError(thrown)
  return { code: error.code, status: error.status, details: error.details, err: error.cause ?? error }
}
