import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { toAppError } from '@tessera/shared/contract'
import type { PlatformClient } from '@tessera/shared/io'
import { answerKeys, cachingHeaders } from '../domain/response-headers.ts'
import { plainError } from '../server/plain-error.server.ts'
import type { ShellContext } from '../server/shell-context.server.ts'
import { feedXml, readFeedItem } from './feed-xml.ts'
import { sendText } from './send-text.server.ts'
import { siteClient } from './site-client.server.ts'
import { placeOfFeed, type Feed, type FeedPlace } from './site-basics.ts'

const ITEMS = 50

/** The site's feeds, each at its own address in each language that it has a title, a page and an address in. */
export function feedRoutes(app: FastifyInstance, shell: ShellContext, platformClient: PlatformClient): void {
  for (const feed of shell.basics.feeds)
    for (const language of shell.config.languages.supported) {
      const place = placeOfFeed(feed, language)
      if (place)
        app.get(place.feedPath, (request, reply) =>
          sendFeed({ feed, language, ...place }, request, reply, shell, platformClient),
        )
    }
}

async function sendFeed(
  { feed, language, ...place }: FeedPlace & { readonly feed: Feed; readonly language: string },
  request: FastifyRequest,
  reply: FastifyReply,
  shell: ShellContext,
  platformClient: PlatformClient,
): Promise<FastifyReply> {
  const { config } = shell
  try {
    const { client, calls } = siteClient(shell, platformClient, { language, reply })
    const { items } = await client.search({
      where: [
        { field: 'sys.contentTypeId', equalTo: feed.contentType },
        { field: 'sys.language', equalTo: language },
        { field: 'sys.uri', exists: true },
        { field: feed.dateField, lessThanOrEqualTo: 'now()' },
      ],
      orderBy: [`-${feed.dateField}`],
      pageSize: ITEMS,
      fields: ['entryTitle', 'entryDescription', 'sys.uri', feed.dateField],
    })
    const known = items.flatMap((entry) => readFeedItem(entry, feed.dateField) ?? [])
    const text = feedXml({ origin: config.publicUrl, language, ...place, items: known })
    const headers = cachingHeaders('page', answerKeys('page', config.alias, calls.keys()))
    return sendText({ type: 'application/rss+xml; charset=utf-8', text, headers }, request, reply)
  } catch (thrown) {
    return plainError(toAppError(thrown), request, reply, shell)
  }
}
