import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A text that is the same for everybody. */
export interface PublicText {
  readonly type: string
  readonly text: string
  readonly headers: Readonly<Record<string, string>>
}

/** Send a text, or 304 if the client has it: feeds and sitemaps are polled often and change rarely. */
export function sendText(
  { type, text, headers }: PublicText,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  // Weak: the same text is sent compressed in several ways.
  const etag = `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`
  void reply.headers({ ...headers, etag })
  const known = String(request.headers['if-none-match'] ?? '').split(/\s*,\s*/)
  if (known.includes(etag)) return reply.code(304).send()
  return reply.type(type).send(text)
}
