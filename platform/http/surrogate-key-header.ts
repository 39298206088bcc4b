import type { FastifyReply, FastifyRequest } from 'fastify'
import { everyKey, surrogateKeys, type Dependencies } from '../surrogate-keys.ts'

/** Put the keys on the answer when the caller asked for them with `x-require-surrogate-key: true`. The first key is of every answer. */
export function sendSurrogateKeys(
  request: FastifyRequest,
  reply: FastifyReply,
  alias: string,
  projectId: string,
  uses: Dependencies,
): void {
  if (request.headers['x-require-surrogate-key'] !== 'true') return
  const keys = new Set([everyKey(alias), ...surrogateKeys(alias, projectId, uses)])
  reply.header('surrogate-key', [...keys].join(' '))
}
