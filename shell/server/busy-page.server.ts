import type { FastifyReply, FastifyRequest } from 'fastify'
import { storePage, type StoredPage } from '../cache/stored-page.server.ts'
import { languageOfPath, languagePrefix } from '../domain/page-language.ts'
import type { RequestTarget } from '../domain/request-target.ts'
import { messages } from '../messages.ts'
import type { ReleaseSnapshot } from '../releases/live-releases.server.ts'
import { renderRefusal } from '../ui/page-outcome.ts'
import { plainDocument } from './plain-error.server.ts'
import { sendPage } from './send-answer.server.ts'
import type { ShellContext } from './shell-context.server.ts'

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
