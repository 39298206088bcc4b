import type { FastifyInstance } from 'fastify'
import { isNestedDeeper, MAX_NESTING } from '../domain/nesting.ts'
import { PlatformError } from '../errors.ts'
import { isDelivery } from './conditional-requests.ts'

/**
 * Parse JSON bodies; those whose members are nested more than `MAX_NESTING` deep are refused with 400, because the code that
 * walks them is recursive. Queries of delivery have a lower limit of their own. Source: security 1.16.
 */
export function parseJsonBodies(server: FastifyInstance): void {
  const parseJson = server.getDefaultJsonParser('error', 'error')
  server.addContentTypeParser(
    ['application/json', 'application/merge-patch+json'],
    { parseAs: 'string' },
    (request, text, done) => {
      // The management client sends `content-type: application/json` with the empty body of a DELETE.
      if (text === '') return done(null, undefined)
      void parseJson(request, String(text), (error, body) => {
        if (error === null && !isDelivery(request.url) && isNestedDeeper(body, MAX_NESTING + 1))
          done(new PlatformError('platform/bad-request', `The body is nested more than ${MAX_NESTING} deep`))
        else done(error, body)
      })
    },
  )
}
