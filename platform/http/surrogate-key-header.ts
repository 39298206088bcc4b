import type { FastifyReply, FastifyRequest } from 'fastify'
import { everyKey, surrogateKeys, type Dependencies } from '../surrogate-keys.ts'

/** Add the surrogate keys when the request has `x-require-surrogate-key: true`. The first key is on every answer. */
export function sendSurrogateKeys(
  request: FastifyRequest,
  reply: FastifyReply,
  alias: string,
  projectId: string,
  uses: Dependencies,
): void {
  if (String(request.headers['x-require-surrogate-key']).toLowerCase() !== 'true') return
  const keys = new Set([everyKey(alias), ...surrogateKeys(alias, projectId, uses)])
  reply.header('surrogate-key', [...keys].join(' '))
}
