import type { AppError } from '@tessera/shared/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { bootFile, iconFile, pageStyles } from './assets.server.ts'
import { renderDocument } from './document.server.ts'
import { renderFrame } from '../ui/frame.ts'
import { renderError, renderNotFound } from '../ui/page-outcome.ts'
import { contentSecurityPolicy } from './security-headers.server.ts'
import type { ShellContext } from './shell-context.server.ts'

/** The page for a request that could not become one: no platform, no remote, nothing that could fail again. */
export function plainError(
  error: AppError,
  request: FastifyRequest,
  reply: FastifyReply,
  shell: ShellContext,
): FastifyReply {
  const status = error.status ?? statusOf(error.cause) ?? 500
  if (status >= 500) request.log.error({ code: error.code, err: error.cause ?? error }, 'request failed')
  void reply.code(status).headers({ 'cache-control': 'no-store', 'surrogate-control': 'no-store' })
  if (!request.headers.accept?.includes('text/html'))
    return reply
      .type('text/plain; charset=utf-8')
      .send(status >= 500 ? 'Something went wrong.' : error.message)
  const { config, releases, files } = shell
  const language = config.languages.primary
  const siteName = config.siteName[language] ?? ''
  const snapshot = releases.snapshot()
  const main =
    status >= 500
      ? renderError({ language, statusCode: status, requestId: request.id })
      : renderNotFound({ language, statusCode: status, statusText: error.message })
  const boot = bootFile(snapshot.shell, files)
  const html = renderDocument({
    head: {
      title: String(status),
      description: '',
      language,
      dir: 'ltr',
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
      navigation: null,
      currentPath: '',
      language,
      siteName,
      slots: {},
      main,
      footerLinks: [],
    }),
    state: { page: { slots: [], releases: {} } },
  })
  return reply
    .header('content-security-policy', contentSecurityPolicy(files.policy(boot)))
    .type('text/html; charset=utf-8')
    .send(html)
}

/** Errors of the server's own (a bad URL, a body too large) carry their status. */
function statusOf(cause: unknown): number | undefined {
  const status =
    typeof cause === 'object' && cause !== null && 'statusCode' in cause ? cause.statusCode : undefined
  return typeof status === 'number' && status >= 400 ? status : undefined
}
