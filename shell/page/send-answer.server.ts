import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PageAnswer } from '../http/caching-headers.ts'
import { notModifiedHeaders, pageHeaders } from '../cache/page-store.server.ts'
import { bodyOf, isKnown, type ServedPage, type StoredPage } from '../cache/page-store.server.ts'
import { answerKeys, cachingHeaders } from '../http/caching-headers.ts'
import { chooseEncoding } from '../http/compress.server.ts'

/** Write an answer that is nobody else's: its headers, then its body. */
export function sendAnswer(
  answer: PageAnswer,
  alias: string,
  reply: FastifyReply,
  /** Told when all headers stand. */
  onHeaders: () => void = () => undefined,
): FastifyReply {
  writeHeaders(answer, answer.cacheClass, alias, reply)
  onHeaders()
  return reply.send(answer.body)
}

/**
 * Write a page of the public lane: compressed once for everybody, and not at all for those who have it. `onPage` gets the
 * page with a body that it did not have before.
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
  if (page.answer.status === 200 && isKnown(page, request.headers['if-none-match']))
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
