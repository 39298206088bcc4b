import type { AppError } from '@tessera/shared/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { directionOf, languageOfPath, languagePrefix } from '../domain/page-language.ts'
import { readRequestTarget } from '../domain/request-target.ts'
import { requestError } from '../errors.ts'
import { messages } from '../messages.ts'
import { bootFile, iconFile, pageStyles } from './assets.server.ts'
import { renderDocument } from './document.server.ts'
import { renderFrame } from '../ui/frame.ts'
import { renderError, renderNotFound } from '../ui/page-outcome.ts'
import { contentSecurityPolicy } from './security-headers.server.ts'
import type { ShellContext } from './shell-context.server.ts'

/** The page for a request that could not become one: no call, no remote, nothing that could fail again; the menu is the last one known. */
export function plainError(
  thrown: AppError,
  request: FastifyRequest,
  reply: FastifyReply,
  shell: ShellContext,
): FastifyReply {
  const error = isBadAddress(thrown) ? requestError('request/malformed', { cause: thrown.cause }) : thrown
  const status = error.status ?? statusOf(error.cause) ?? 500
  if (status >= 500) request.log.error({ code: error.code, err: error.cause ?? error }, 'request failed')
  void reply.code(status).headers({ 'cache-control': 'no-store', 'surrogate-control': 'no-store' })
  if (status === 405) void reply.header('allow', methodsOf(request))
  if (!request.headers.accept?.includes('text/html'))
    return reply
      .type('text/plain; charset=utf-8')
      .send(status >= 500 ? 'Something went wrong.' : error.message)
  const { config, releases, files } = shell
  const path = pathOf(request)
  const language = languageOfPath(path, config.languages).language
  const pathPrefix = languagePrefix(language, config.languages)
  const siteName = config.siteName[language] ?? ''
  const snapshot = releases.snapshot()
  const main =
    status >= 500
      ? renderError({ language, pathPrefix, statusCode: status, requestId: request.id, retryPath: path })
      : renderNotFound({ language, pathPrefix, statusCode: status, statusText: error.message })
  const boot = bootFile(snapshot.shell, files)
  const html = renderDocument({
    head: {
      title: status >= 500 ? messages(language).errorTitle : messages(language).notFoundTitle,
      description: '',
      language,
      dir: directionOf(language),
      canonicalPath: null,
      alternates: [],
      robots: 'noindex',
    },
    origin: config.publicUrl,
    siteName,
    styles: pageStyles(snapshot, [], files),
    boot,
    icon: iconFile(snapshot.shell, files),
    body: renderFrame({
      navigation: shell.lastMenus.get(language),
      currentPath: path,
      language,
      pathPrefix,
      siteName,
      slots: {},
      main,
      contact: shell.site.contact,
      footerLinks: shell.site.footerLinks[language] ?? [],
    }),
    state: { page: { slots: [], releases: {} } },
  })
  return reply
    .header('content-security-policy', contentSecurityPolicy(files.policy(boot)))
    .type('text/html; charset=utf-8')
    .send(html)
}

/** The path that was asked for; empty where it is none that may be read. */
function pathOf(request: FastifyRequest): string {
  try {
    return readRequestTarget(request.raw.url ?? '/').path
  } catch {
    return '' // it is the error that is being told
  }
}

/** The server looks at an address before we do, and would repeat it in its words. */
const isBadAddress = ({ cause }: AppError): boolean =>
  typeof cause === 'object' && cause !== null && 'code' in cause && cause.code === 'FST_ERR_BAD_URL'

/** What is offered at an address: every one can be read, and what takes a post is a place of its own. Source: RFC 9110, 15.5.6. */
const methodsOf = (request: FastifyRequest): string =>
  request.server.hasRoute({ method: 'POST', url: pathOf(request) }) ? 'GET, HEAD, POST' : 'GET, HEAD'

/** Errors of the server's own (a bad URL, a body too large) carry their status. */
function statusOf(cause: unknown): number | undefined {
  const status =
    typeof cause === 'object' && cause !== null && 'statusCode' in cause ? cause.statusCode : undefined
  return typeof status === 'number' && status >= 400 ? status : undefined
}
