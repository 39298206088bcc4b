import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SiteConfig } from '@tessera/shared/config'
import type { ContentClient } from '@tessera/shared/contract'
import { createContentClient, type PlatformClient } from '@tessera/shared/io'
import { guardedTypes, guardedClient } from './access.ts'
import { createCallRecord, visitorLeft } from './create-page.server.ts'
import type { CallRecord } from './page.ts'
import type { LiveReleases } from '../releases/live-releases.server.ts'

/** The dependencies for reading published content. */
export interface SiteClientSources {
  readonly config: SiteConfig
  readonly platformClient: PlatformClient
  readonly releases: Pick<LiveReleases, 'snapshot'>
}

interface Purpose {
  readonly language: string
  /** Calls are aborted when this reply's connection closes; without it they are never aborted. */
  readonly reply?: FastifyReply
  /** Whether answers are cached; `false` for reading all content once, for which no page waits. */
  readonly isCached?: boolean
}

/** A content client for feeds, sitemaps and redirects: only published, public content. */
export function siteClient(
  { config, platformClient, releases }: SiteClientSources,
  { language, reply, isCached = true }: Purpose,
): { readonly client: ContentClient; readonly calls: CallRecord } {
  const calls = createCallRecord()
  const { limits } = platformClient
  const client = createContentClient({
    config,
    platformClient: isCached
      ? platformClient
      : { ...platformClient, limits: { ...limits, callDeadlineMs: unhurried(limits) } },
    request: {
      language,
      isCached,
      ...(reply && { signal: visitorLeft(reply) }),
      versionStatus: 'published',
      onCall: calls.onCall,
      onKeys: calls.onKeys,
    },
  })
  return { client: guardedClient(client, guardedTypes(releases.snapshot().table), language), calls }
}

/** Nobody waits for what is read once, but its calls share the circuit breaker of searches, which one very late call would open. */
const unhurried = ({ callDeadlineMs, dataDeadlineMs }: PlatformClient['limits']): number =>
  Math.max(callDeadlineMs, Math.min(dataDeadlineMs, 4_000))

/** A text that is the same for all visitors. */
export interface PublicText {
  readonly type: string
  readonly text: string
  readonly headers: Readonly<Record<string, string>>
}

/** Sends a text, or 304 if the client has it: feeds and sitemaps are polled often and change rarely. */
export function sendText(
  { type, text, headers }: PublicText,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  // A weak ETag, because the text is sent in several compressions.
  const etag = `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`
  void reply.headers({ ...headers, etag })
  const known = String(request.headers['if-none-match'] ?? '').split(/\s*,\s*/)
  if (known.includes(etag)) return reply.code(304).send()
  return reply.type(type).send(text)
}
