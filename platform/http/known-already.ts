import type { IncomingHttpHeaders } from 'node:http'

/**
 * Whether the caller holds the newest state of a file, so that 304 is the answer. A list of tags counts before a date, and
 * a weak tag is as good as a strong one. Source: RFC 9110, 13.1.
 */
export function knowsAlready(headers: IncomingHttpHeaders, etag: string, modified: Date): boolean {
  const tags = headers['if-none-match']
  if (tags !== undefined)
    return tags.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')))
  const since = Date.parse(headers['if-modified-since'] ?? '')
  return Number.isFinite(since) && toSeconds(modified.getTime()) <= toSeconds(since)
}

/** Whether a part of a file still belongs to what the caller has of it; else the whole file is sent. Source: RFC 9110, 13.1.5. */
export function continues(headers: IncomingHttpHeaders, etag: string, modified: Date): boolean {
  const condition = headers['if-range']
  if (condition === undefined) return true
  return typeof condition === 'string' && (condition === etag || condition === modified.toUTCString())
}

// Dates in headers have no parts of seconds.
const toSeconds = (ms: number): number => Math.trunc(ms / 1000)
