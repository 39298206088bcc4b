import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyPluginAsync } from 'fastify'
import { LRUCache } from 'lru-cache'
import * as v from 'valibot'
import { webhookError } from '../../errors.ts'
import type { ContentChanged } from '../../cache/invalidation.server.ts'

/** Path of the webhook that the platform calls when content has changed. */
export const WEBHOOK_PATH = '/_content/changed'

interface Options {
  /** Without a secret the webhook has no route. */
  readonly secrets: readonly string[]
  readonly contentChanged: ContentChanged
  readonly now?: () => Date
}

/** The message about an entry that 2,000 others link to has 50 KB. */
const MAX_BYTES = 256 * 1024
const MAX_REMEMBERED = 10_000
/** Events that change only drafts, which are never cached. */
const DRAFT_EVENTS = new Set(['entry.created', 'entry.updated'])

const Message = v.object({
  event: v.pipe(v.string(), v.maxLength(100)),
  surrogateKeys: v.pipe(
    v.array(v.pipe(v.string(), v.regex(/^[\w.:-]{1,200}$/))),
    v.minLength(1),
    v.maxLength(10_000),
  ),
})

/**
 * Receives the platform's messages about changed content. Each is signed and valid for five minutes; a repeated one with the same
 * signature is ignored. The answer is sent after the caches of this process, and of the other workers of its supervisor, have been purged.
 */
export const contentWebhook =
  ({ secrets, contentChanged, now = () => new Date() }: Options): FastifyPluginAsync =>
  async (app) => {
    if (secrets.length === 0) return
    const handled = new LRUCache<string, true>({
      max: MAX_REMEMBERED,
      ttl: 2 * REPLAY_WINDOW_SECONDS * 1_000,
    })
    app.removeAllContentTypeParsers()
    // The signature covers the raw bytes, so the body is not parsed here.
    app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BYTES }, (_request, body, done) =>
      done(null, body),
    )
    app.post(WEBHOOK_PATH, async (request, reply) => {
      const body = request.body instanceof Buffer ? request.body : Buffer.alloc(0)
      const signature = request.headers['x-platform-signature']
      const header = Array.isArray(signature) ? signature[0] : signature
      if (!isSigned(body, header, secrets, now())) throw webhookError('webhook/signature')
      void reply.header('cache-control', 'no-store')
      const message = v.safeParse(Message, readJson(body))
      if (!message.success) throw webhookError('webhook/message')
      const { event, surrogateKeys } = message.output
      if (DRAFT_EVENTS.has(event) || handled.has(String(header))) return reply.send({ handled: false })
      const dropped = await contentChanged(surrogateKeys)
      handled.set(String(header), true)
      request.log.info({ event, keys: surrogateKeys.length, ...dropped }, 'content changed')
      return reply.send({ handled: true })
    })
  }

function readJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return null // not JSON, so not a valid message
  }
}

/** Greatest difference between a message's time and this clock, in seconds. Source: reference security 4.3. */
const REPLAY_WINDOW_SECONDS = 300
const HEADER = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/

/**
 * Whether a message is recent and was signed with one of the secrets. The header is `t=SECONDS,v1=HEX`, with the
 * HMAC-SHA256 of `SECONDS.BODY`. Several secrets are valid at the same time, so that one can be rotated.
 */
function isSigned(body: Buffer, header: string | undefined, secrets: readonly string[], now: Date): boolean {
  const [, seconds, hex] = HEADER.exec(header ?? '') ?? []
  if (seconds === undefined || hex === undefined) return false
  if (Math.abs(now.getTime() / 1_000 - Number(seconds)) > REPLAY_WINDOW_SECONDS) return false
  const given = Buffer.from(hex, 'hex')
  return secrets.some((secret) => {
    const expected = createHmac('sha256', secret).update(`${seconds}.`).update(body).digest()
    return timingSafeEqual(expected, given)
  })
}
