import type { Entry } from '@tessera/shared/content'
import { addressOf, xmlText } from './xml.ts'

/** One article of a feed. */
export interface FeedItem {
  /** Never changes, not even when the article moves. */
  readonly id: string
  readonly title: string
  readonly description: string
  readonly path: string
  readonly date: Date
}

/** A feed in one language. */
export interface FeedInput {
  readonly origin: string
  readonly language: string
  readonly title: string
  /** The page that the feed is of. */
  readonly pagePath: string
  readonly feedPath: string
  /** Newest first. */
  readonly items: readonly FeedItem[]
}

/** An entry as an article; null for one that has no page, no title or no date. */
export function readFeedItem(entry: Entry, dateField: string): FeedItem | null {
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

/** A feed as RSS 2.0 with the address of its own, as validators want it. */
export function feedXml({ origin, language, title, pagePath, feedPath, items }: FeedInput): string {
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
