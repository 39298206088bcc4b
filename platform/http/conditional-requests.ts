import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** Add an ETag to every delivery answer to a GET, and answer 304 when the client has it already. Source: protocol 1.7. */
export function addEtags(server: FastifyInstance): void {
  server.addHook('onSend', async (request, reply, payload) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (!isRead || reply.statusCode !== 200 || typeof payload !== 'string' || !isDelivery(request.url))
      return payload
    const etag = `"${createHash('sha1').update(payload).digest('base64url')}"`
    reply.header('etag', etag)
    if (!isNotModified(request.headers, etag, null)) return payload
    reply.status(304)
    // An empty text would be sent with a length of 0, which is not that of the answer; of one to HEAD only the length is sent. Source: RFC
    // 9110, 8.6.
    return request.method === 'HEAD' ? payload : null
  })
}

/** Whether a URL is one of the Delivery API. */
export const isDelivery = (url: string): boolean => /^\/+api\/+delivery\//i.test(url)

/**
 * Whether the client holds the newest state of an answer, so that 304 is enough. A list of tags counts before a date
 * (`modified`, null when there is none), and a weak tag is as good as a strong one. Source: RFC 9110, 13.1.
 */
export function isNotModified(headers: IncomingHttpHeaders, etag: string, modified: Date | null): boolean {
  const tags = headers['if-none-match']
  if (tags !== undefined)
    return tags.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')))
  if (modified === null) return false
  const since = Date.parse(headers['if-modified-since'] ?? '')
  return Number.isFinite(since) && toSeconds(modified.getTime()) <= toSeconds(since)
}

/** Whether the client's part of a file is of its current state; else the whole file is sent. Source: RFC 9110, 13.1.5. */
export function isRangeCurrent(headers: IncomingHttpHeaders, etag: string, modified: Date): boolean {
  const condition = headers['if-range']
  if (condition === undefined) return true
  return typeof condition === 'string' && (condition === etag || condition === modified.toUTCString())
}

// HTTP dates have whole seconds only.
const toSeconds = (ms: number): number => Math.trunc(ms / 1000)
