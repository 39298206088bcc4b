import { gzipSync } from 'node:zlib'
import type { APIRequestContext, Page, Request } from '@playwright/test'

/** Bytes after gzip at its best level, which is the unit of budgets. */
export const gzipBytes = (content: string | Buffer): number => gzipSync(content, { level: 9 }).length

/** The document as the server sends it. */
export async function readDocument(request: APIRequestContext, path: string): Promise<string> {
  const answer = await request.get(path, { headers: { accept: 'text/html' }, maxRedirects: 0 })
  return answer.text()
}

/** The state inside a document. */
export const inlinedState = (html: string): string =>
  /<script type="application\/json" id="state">([^<]*)</.exec(html)?.[1] ?? ''

/** Addresses of everything in a document's head that the browser fetches. */
export function headLinks(html: string): readonly string[] {
  const head = html.slice(0, html.indexOf('</head>'))
  const links = [...head.matchAll(/<link\b[^>]*\brel="(?:stylesheet|preload|icon|modulepreload)"[^>]*>/g)]
  return links.map(([link]) => /\bhref="([^"]+)"/.exec(link)?.[1] ?? '')
}

/** Records all requests of a page from now on. */
export function recordRequests(page: Page): readonly Request[] {
  const requests: Request[] = []
  page.on('request', (request) => requests.push(request))
  return requests
}

/** Path and query of a request. */
export const addressOf = (request: Request): string => {
  const { pathname, search } = new URL(request.url())
  return `${pathname}${search}`
}

/** Scripts among the requests, with their size after gzip; each script is counted once. */
export async function measureScripts(
  requests: readonly Request[],
): Promise<readonly { readonly address: string; readonly bytes: number }[]> {
  const scripts = new Map(
    requests
      .filter((request) => request.resourceType() === 'script')
      .map((request) => [addressOf(request), request]),
  )
  return Promise.all(
    [...scripts].map(async ([address, request]) => {
      const body = await (await request.response())?.body()
      if (!body) throw new Error(`${address} did not come`)
      return { address, bytes: gzipBytes(body) }
    }),
  )
}

/** The sum of the sizes. */
export const totalBytes = (files: readonly { readonly bytes: number }[]): number =>
  files.reduce((sum, { bytes }) => sum + bytes, 0)
