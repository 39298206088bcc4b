import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Entry } from '@tessera/shared/content'
import { answerKeys, cachingHeaders } from '../../http/caching-headers.ts'
import { sendText, siteClient, type SiteClientSources } from '../../page/public-texts.server.ts'
import { feedIn, type Feed, type LocalFeed } from './options.ts'
import { addressOf, xmlText } from './sitemap-xml.ts'

const ITEMS = 50

/** The dependencies of feeds. */
export interface FeedSources extends SiteClientSources {
  readonly feeds: readonly Feed[]
}

/** Registers the site's feeds, each with one route for each language in which it has a title, a page and a path. */
export function feedRoutes(app: FastifyInstance, sources: FeedSources): void {
  for (const feed of sources.feeds)
    for (const language of sources.config.languages.supported) {
      const local = feedIn(feed, language)
      if (local)
        app.get(local.feedPath, (request, reply) =>
          sendFeed({ feed, language, ...local }, request, reply, sources),
        )
    }
}

async function sendFeed(
  { feed, language, ...local }: LocalFeed & { readonly feed: Feed; readonly language: string },
  request: FastifyRequest,
  reply: FastifyReply,
  sources: FeedSources,
): Promise<FastifyReply> {
  const { config } = sources
  const { client, calls } = siteClient(sources, { language, reply })
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
  const text = feedXml({ origin: config.publicUrl, language, ...local, items: known })
  const headers = cachingHeaders('page', answerKeys('page', config.alias, calls.keys()))
  return sendText({ type: 'application/rss+xml; charset=utf-8', text, headers }, request, reply)
}

/** One article of a feed. */
interface FeedItem {
  /** Stays the same when the article moves. */
  readonly id: string
  readonly title: string
  readonly description: string
  readonly path: string
  readonly date: Date
}

/** A feed in one language. */
interface FeedInput {
  readonly origin: string
  readonly language: string
  readonly title: string
  /** Path of the page that lists the same articles. */
  readonly pagePath: string
  readonly feedPath: string
  /** Newest first. */
  readonly items: readonly FeedItem[]
}

/** The article of an entry; null for an entry without a page, a title or a date. */
function readFeedItem(entry: Entry, dateField: string): FeedItem | null {
  const { sys, entryTitle, entryDescription } = entry
  const field = entry[dateField]
  const date = new Date(typeof field === 'string' ? field : NaN)
  if (!sys.uri?.startsWith('/') || !entryTitle || Number.isNaN(date.getTime())) return null
  return {
    id: `${sys.id}:${sys.language ?? ''}`,
    title: entryTitle,
    description: entryDescription ?? '',
    path: sys.uri,
    date,
  }
}

/** A feed as RSS 2.0, with its own URL, as validators recommend. */
function feedXml({ origin, language, title, pagePath, feedPath, items }: FeedInput): string {
  const newest = items[0]?.date
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>\n',
    element('title', title),
    element('link', addressOf(origin, pagePath)),
    element('description', title),
    element('language', language.toLowerCase()),
    `<atom:link rel="self" type="application/rss+xml" href="${xmlText(addressOf(origin, feedPath))}"/>\n`,
    newest ? element('lastBuildDate', newest.toUTCString()) : '',
    ...items.map((item) => itemElement(item, origin)),
    '</channel></rss>\n',
  ].join('')
}

const itemElement = ({ id, title, description, path, date }: FeedItem, origin: string): string =>
  [
    '<item>\n',
    element('title', title),
    element('link', addressOf(origin, path)),
    `<guid isPermaLink="false">${xmlText(id)}</guid>\n`,
    element('pubDate', date.toUTCString()),
    description ? element('description', description) : '',
    '</item>\n',
  ].join('')

const element = (name: string, text: string): string => `<${name}>${xmlText(text)}</${name}>\n`
