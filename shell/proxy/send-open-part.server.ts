import type { FastifyReply } from 'fastify'
import { isGuardedEntry, withoutGuarded, type GuardedTypes } from '../domain/guarded-types.ts'
import { proxyError } from '../errors.ts'
import type { UpstreamAnswer } from './upstream.server.ts'

/** Larger answers are not looked through: nobody's page needs one. */
const MAX_BYTES = 8 * 1024 * 1024

/**
 * Send what everybody may read of an answer. What cannot be looked through is not sent at all.
 * @throws AppError proxy/not-allowed, proxy/failed, proxy/too-large
 */
export async function sendOpenPart(
  { headers, body }: UpstreamAnswer,
  method: string,
  types: GuardedTypes,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (method === 'HEAD') {
    body.destroy()
    return reply.type(JSON_TYPE).send('')
  }
  if (!/\bjson\b/i.test(String(headers['content-type'] ?? ''))) {
    body.destroy()
    throw proxyError('proxy/failed')
  }
  const answer = parse(await readText(body))
  if (isGuardedEntry(answer, types)) throw proxyError('proxy/not-allowed')
  return reply.type(JSON_TYPE).send(JSON.stringify(withoutGuarded(answer, types)))
}

const JSON_TYPE = 'application/json; charset=utf-8'

async function readText(body: UpstreamAnswer['body']): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += (chunk as Buffer).length
    if (bytes > MAX_BYTES) throw proxyError('proxy/too-large')
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw proxyError('proxy/failed', { cause })
  }
}
