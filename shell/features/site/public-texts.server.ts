import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SiteConfig } from '@tessera/shared/config'
import type { ContentClient } from '@tessera/shared/contract'
import { createContentClient, type PlatformClient } from '@tessera/shared/io'
import { guardedTypes, guardedClient } from '../../page/access.ts'
import { createCallRecord } from '../../page/create-page.server.ts'
import type { CallRecord } from '../../page/page.ts'
import type { LiveReleases } from '../../releases/live-releases.server.ts'

/** What published content is read with. */
export interface SiteClientSources {
  readonly config: SiteConfig
  readonly platformClient: PlatformClient
  readonly releases: Pick<LiveReleases, 'snapshot'>
}

interface Purpose {
  readonly language: string
  /** Ends the calls with the visitor's request; without it they go on to their own end. */
  readonly reply?: FastifyReply
  /** `false` for a reader who goes through everything once. */
  readonly isKept?: boolean
}

/** A content client for feeds, sitemaps and redirects: published content that everybody may read. */
export function siteClient(
  { config, platformClient, releases }: SiteClientSources,
  { language, reply, isKept = true }: Purpose,
): { readonly client: ContentClient; readonly calls: CallRecord } {
  const calls = createCallRecord()
  const end = new AbortController()
  reply?.raw.once('close', () => end.abort())
  const client = createContentClient({
    config,
    platformClient,
    request: {
      language,
      isKept,
      signal: end.signal,
      versionStatus: 'published',
      onCall: calls.onCall,
      onKeys: calls.onKeys,
    },
  })
  return { client: guardedClient(client, guardedTypes(releases.snapshot().table), language), calls }
}

/** A text that is the same for everybody. */
export interface PublicText {
  readonly type: string
  readonly text: string
  readonly headers: Readonly<Record<string, string>>
}

/** Send a text, or 304 if the client has it: feeds and sitemaps are polled often and change rarely. */
export function sendText(
  { type, text, headers }: PublicText,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  // Weak: the same text is sent compressed in several ways.
  const etag = `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`
  void reply.headers({ ...headers, etag })
  const known = String(request.headers['if-none-match'] ?? '').split(/\s*,\s*/)
  if (known.includes(etag)) return reply.code(304).send()
  return reply.type(type).send(text)
}
