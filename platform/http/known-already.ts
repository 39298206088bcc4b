import type { IncomingHttpHeaders } from 'node:http'

/**
 * Whether the caller holds the newest state of an answer, so that 304 is enough. A list of tags counts before a date
 * (`modified`, null when there is none), and a weak tag is as good as a strong one. Source: RFC 9110, 13.1.
 */
export function knowsAlready(headers: IncomingHttpHeaders, etag: string, modified: Date | null): boolean {
  const tags = headers['if-none-match']
  if (tags !== undefined)
    return tags.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')))
  if (modified === null) return false
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
