import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PageAnswer } from '../cache/page-answer.ts'
import { isStorable } from '../cache/page-store.server.ts'
import { bodyOf, etagOf, isKnown, type StoredPage } from '../cache/stored-page.server.ts'
import type { ServedPage } from '../cache/public-pages.server.ts'
import { answerKeys, cachingHeaders } from '../domain/response-headers.ts'
import { chooseEncoding } from './compress.server.ts'

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
  { page, how, ageMs }: ServedPage,
  alias: string,
  request: FastifyRequest,
  reply: FastifyReply,
  onPage: (page: StoredPage) => void,
): FastifyReply {
  const { answer } = page
  writeHeaders(answer, how === 'stale' ? 'stale' : answer.cacheClass, alias, reply)
  void reply.header('cache-status', STATUS[how])
  if (how === 'stale') void reply.header('age', String(Math.round(ageMs / 1_000)))
  const form = bodyOf(page, chooseEncoding(request.headers['accept-encoding']) ?? 'identity')
  if (form.page !== page) onPage(form.page)
  void reply.header('vary', 'accept-encoding')
  if (isStorable(answer.cacheClass)) void reply.header('etag', etagOf(page, form.encoding))
  if (answer.status === 200 && isKnown(page, request.headers['if-none-match']))
    return reply.removeHeader('content-type').code(304).send()
  if (form.encoding !== 'identity') void reply.header('content-encoding', form.encoding)
  return reply.send(form.body)
}

/** Source: RFC 9211. */
const STATUS: Readonly<Record<ServedPage['how'], string>> = {
  hit: 'shell; hit',
  stale: 'shell; hit; detail=stale',
  made: 'shell; fwd=miss',
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
