import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppError } from '@tessera/shared/contract'
import { directionOf, languageOfPath, languagePrefix } from '../http/path-language.ts'
import { readRequestTarget, type RequestTarget } from '../http/request-target.ts'
import { requestError } from '../errors.ts'
import { messages } from '../messages.ts'
import { bootFile, iconFile, pageStyles } from '../document/assets.server.ts'
import { renderDocument } from '../document/document.server.ts'
import { renderFrame } from '../document/frame.ts'
import type { Html } from '../document/html.ts'
import { renderError, renderNotFound, renderRefusal } from '../document/page-outcome.ts'
import { contentSecurityPolicy } from '../document/content-security-policy.server.ts'
import type { ShellContext } from './shell-context.server.ts'
import { storePage, type StoredPage } from '../cache/page-store.server.ts'
import type { ReleaseSnapshot } from '../releases/live-releases.server.ts'
import { sendPage } from './send-answer.server.ts'

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
  if (wantsState(request))
    return reply.send({ message: status >= 500 ? 'Something went wrong.' : error.message })
  if (!request.headers.accept?.includes('text/html'))
    return reply
      .type('text/plain; charset=utf-8')
      .send(status >= 500 ? 'Something went wrong.' : error.message)
  const path = pathOf(request)
  const language = languageOf(error, path, request, shell)
  const page = { path, language, ...outcomeOf(error, status, { path, language, request }, shell) }
  const { html, policy } = plainDocument(page, shell)
  return reply.header('content-security-policy', policy).type('text/html; charset=utf-8').send(html)
}

/** A page of the shell's own. */
interface PlainPage {
  readonly path: string
  readonly language: string
  readonly title: string
  readonly main: Html
}

/** A document around what the shell says itself, with the menu that was shown last; and its script policy. */
function plainDocument(
  { path, language, title, main }: PlainPage,
  shell: ShellContext,
): { readonly html: string; readonly policy: string } {
  const { config, releases, files } = shell
  const siteName = config.siteName[language] ?? ''
  const snapshot = releases.snapshot()
  const boot = bootFile(snapshot.shell, files)
  const html = renderDocument({
    head: {
      title,
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
      pathPrefix: languagePrefix(language, config.languages),
      siteName,
      slots: {},
      main,
      contact: shell.site.contact,
      footerLinks: shell.site.footerLinks[language] ?? [],
    }),
    state: { page: { slots: [], releases: {} } },
  })
  return { html, policy: contentSecurityPolicy(files.policy(boot)) }
}

/** What the page says: what failed, what is not there, or why a link does not open. */
function outcomeOf(
  error: AppError,
  statusCode: number,
  {
    path,
    language,
    request,
  }: { readonly path: string; readonly language: string; readonly request: FastifyRequest },
  { config }: ShellContext,
): Pick<PlainPage, 'title' | 'main'> {
  const words = messages(language)
  const input = { language, pathPrefix: languagePrefix(language, config.languages), statusCode }
  if (error.code === 'preview/link-invalid') {
    const { previewLinkTitle: title, previewLinkText: text } = words
    return { title, main: renderRefusal({ ...input, title, text }) }
  }
  if (statusCode >= 500)
    return {
      title: words.errorTitle,
      main: renderError({ ...input, requestId: request.id, retryPath: path }),
    }
  return { title: words.notFoundTitle, main: renderNotFound({ ...input, statusText: error.message }) }
}

/** That of the path; of a preview link, which says nothing of its page once it is bad, that of the browser. */
function languageOf(
  error: AppError,
  path: string,
  request: FastifyRequest,
  { config }: ShellContext,
): string {
  const { language } = languageOfPath(path, config.languages)
  if (error.code !== 'preview/link-invalid') return language
  const wanted = (request.headers['accept-language'] ?? '')
    .split(',')
    .map((one) => one.replace(/;.*$/, '').trim())
  const known = wanted.flatMap(
    (one) => config.languages.supported.find((own) => own.toLowerCase() === one.toLowerCase()) ?? [],
  )
  return known[0] ?? language
}

/** The path that was asked for; empty where it is none that may be read. */
function pathOf(request: FastifyRequest): string {
  try {
    return readRequestTarget(request.raw.url ?? '/').path
  } catch {
    return '' // it is the error that is being told
  }
}

function wantsState(request: FastifyRequest): boolean {
  try {
    return readRequestTarget(request.raw.url ?? '/').wantsState
  } catch {
    return false // nobody asks for the state of an address that cannot be read
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

/** Says that there is no room: a page for visitors, JSON for scripts. */
export type BusyPages = (target: RequestTarget, request: FastifyRequest, reply: FastifyReply) => FastifyReply

/** What a flood gets is made and compressed once for each language and release: it has to be as cheap as can be. */
export function createBusyPages(shell: ShellContext): BusyPages {
  const made = new WeakMap<ReleaseSnapshot, Map<string, StoredPage>>()
  const pagesOfNow = (): Map<string, StoredPage> => {
    const snapshot = shell.releases.snapshot()
    const pages = made.get(snapshot) ?? new Map<string, StoredPage>()
    made.set(snapshot, pages)
    return pages
  }
  return ({ path, wantsState }, request, reply) => {
    void reply.header('retry-after', '2')
    const { language } = languageOfPath(path, shell.config.languages)
    if (wantsState)
      return reply
        .code(503)
        .header('cache-control', 'no-store')
        .send({ message: messages(language).busyText })
    const pages = pagesOfNow()
    const page = pages.get(language) ?? makePage(language, shell)
    pages.set(language, page)
    return sendPage({ page, how: 'made', ageMs: 0 }, shell.config.alias, request, reply, (packed) =>
      pages.set(language, packed),
    )
  }
}

function makePage(language: string, shell: ShellContext): StoredPage {
  const { busyTitle: title, busyText: text } = messages(language)
  const pathPrefix = languagePrefix(language, shell.config.languages)
  const main = renderRefusal({ language, pathPrefix, title, text })
  const { html, policy } = plainDocument({ path: '', language, title, main }, shell)
  return storePage(
    {
      status: 503,
      headers: { 'content-security-policy': policy, 'content-type': 'text/html; charset=utf-8' },
      body: html,
      cacheClass: 'failed',
      keys: [],
      apps: ['shell'],
    },
    { madeAt: 0, stamp: '' },
  )
}
