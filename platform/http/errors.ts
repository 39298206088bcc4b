import { randomUUID } from 'node:crypto'
import type { FastifyError, FastifyInstance } from 'fastify'
import { PlatformError } from '../errors.ts'

/** The envelope of every failed answer. Source: protocol 1.6. */
export type ErrorBody = {
  readonly logId: string
  readonly message: string
  readonly data: unknown
  readonly type: 'error'
}

const body = (message: string, data: unknown = null, logId: string = randomUUID()): ErrorBody => ({
  logId,
  message,
  data,
  type: 'error',
})

/** What the log says of a fault. Under load there are very many slow and refused queries, whose stack says nothing more. */
const faultOf = (error: Error): object =>
  error instanceof PlatformError && (error.code === 'platform/busy' || error.code === 'platform/too-slow')
    ? { code: error.code, message: error.message }
    : error

/** Answer every failure with the JSON envelope; for internal errors it holds no details but the log id. */
export function answerErrors(server: FastifyInstance): void {
  server.setErrorHandler((error: FastifyError, request, reply) => {
    const status = error instanceof PlatformError ? error.status : (error.statusCode ?? 500)
    // The token endpoint answers with OAuth errors even when the request could not be parsed.
    if (request.url.toLowerCase().startsWith('/authenticate/') && status < 500)
      return reply.status(400).send({ error: 'invalid_request', error_description: error.message })
    // Whether a request is refused depends on who asks.
    if (status === 401 || status === 403) reply.header('cache-control', 'private, no-store')
    const logId = randomUUID()
    if (status >= 500)
      request.log.error({ err: faultOf(error), logId, req: request }, 'The platform could not answer')
    if (error instanceof PlatformError) {
      if (error.retryAfterSeconds !== null) reply.header('retry-after', error.retryAfterSeconds)
      return reply.status(status).send(body(error.message, error.data, logId))
    }
    if (status < 500) return reply.status(status).send(body(error.message, null, logId))
    return reply.status(500).send(body('The platform could not answer', null, logId))
  })
  server.setNotFoundHandler((request, reply) =>
    reply
      .status(404)
      .send(body(`There is nothing at ${request.method} ${request.url.split('?')[0]?.slice(0, 200)}`)),
  )
}

/** The envelope as text, for requests that no route has seen. */
export const errorText = (message: string): string => JSON.stringify(body(message))
