import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { knowsAlready } from './known-already.ts'

/**
 * Give every answer of delivery to a GET a tag of its content, and answer 304 to who has it already: caches then ask again
 * without moving the content again. Source: protocol 1.7.
 */
export function tagAnswers(server: FastifyInstance): void {
  server.addHook('onSend', async (request, reply, payload) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (!isRead || reply.statusCode !== 200 || typeof payload !== 'string' || !isDelivery(request.url))
      return payload
    const etag = `"${createHash('sha1').update(payload).digest('base64url')}"`
    reply.header('etag', etag)
    if (!knowsAlready(request.headers, etag, null)) return payload
    reply.status(304)
    return ''
  })
}

const isDelivery = (url: string): boolean => /^\/+api\/+delivery\//i.test(url)
