import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** What an answer depends on. */
export type Dependencies = {
  readonly entries?: Iterable<string>
  readonly nodes?: Iterable<string>
  readonly contentTypes?: Iterable<string>
}

/** Short, stable form of an id inside a key. */
export const shortId = (id: string): string =>
  createHash('sha1').update(id).digest('base64url').replace(/[-_]/g, '').slice(0, 10)

/** The keys of an answer: each entry used, each node, each content type of the query. Source: protocol 1.7. */
export function surrogateKeys(alias: string, projectId: string, uses: Dependencies): readonly string[] {
  return [
    `${alias}_any-update`,
    ...[...(uses.entries ?? [])].map((id) => `${alias}_e_${shortId(id)}`),
    ...[...(uses.nodes ?? [])].map((id) => `${alias}_n_${shortId(id)}`),
    ...[...(uses.contentTypes ?? [])].map((id) => `${alias}_ct_${projectId}_${id}`),
  ]
}

/** Put the keys on the answer when the caller asked for them with `x-require-surrogate-key: true`. */
export function sendKeys(
  request: FastifyRequest,
  reply: FastifyReply,
  alias: string,
  projectId: string,
  uses: Dependencies,
): void {
  if (request.headers['x-require-surrogate-key'] !== 'true') return
  reply.header('surrogate-key', [...new Set(surrogateKeys(alias, projectId, uses))].join(' '))
}
