import type { FastifyInstance } from 'fastify'
import { MAX_NESTING } from '../domain/check-fields.ts'
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

/** Whether a value has more than `most` levels of lists and objects. It looks at one level after the other, without recursion. */
function isNestedDeeper(value: unknown, most: number): boolean {
  let level = [value].filter(isNesting)
  for (let depth = 1; depth <= most && level.length > 0; depth += 1)
    level = level.flatMap((one) => Object.values(one).filter(isNesting))
  return level.length > 0
}

const isNesting = (value: unknown): value is object => typeof value === 'object' && value !== null
