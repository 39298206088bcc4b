import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SiteConfig } from '@tessera/shared/config'
import { readRequestTarget } from '../domain/request-target.ts'

const DEADLINE_MS = 10_000
const FORWARDED = ['accept', 'accept-language', 'range', 'if-none-match', 'if-modified-since'] as const
const RETURNED = [
  'content-type',
  'content-length',
  'content-range',
  'accept-ranges',
  'cache-control',
  'etag',
  'last-modified',
] as const
/** What may be run as a page on our origin if it is opened by itself. */
const ACTIVE = /^(text\/html|application\/xhtml|image\/svg|text\/xml|application\/xml)/

/**
 * The platform's libraries of images, videos and documents under the site's own address: GET and HEAD of paths that were
 * made canonical, headers by allow-list, no cookies either way. Source: specification 9, reference security 1.10.
 */
export function assetProxy(fastify: FastifyInstance, config: SiteConfig): void {
  for (const prefix of config.reverseProxyPaths) {
    fastify.route({
      method: ['GET', 'HEAD'],
      url: prefix,
      logLevel: 'warn',
      handler: (request, reply) => forward(request, reply, config),
    })
  }
}

async function forward(
  request: FastifyRequest,
  reply: FastifyReply,
  config: SiteConfig,
): Promise<FastifyReply> {
  const { path, search } = readRequestTarget(request.raw.url ?? '/')
  const url = `${config.platform.cmsUrl}${encodePath(path)}${search}`
  const end = new AbortController()
  const timer = setTimeout(() => end.abort(), DEADLINE_MS)
  reply.raw.once('close', () => {
    clearTimeout(timer)
    end.abort()
  })
  let answer: Response
  try {
    answer = await fetch(url, {
      method: request.method,
      // Not compressed: the length and the ranges must be those of the bytes that are handed on.
      headers: { ...pickHeaders(FORWARDED, (name) => request.headers[name]), 'accept-encoding': 'identity' },
      redirect: 'error',
      signal: end.signal,
    })
  } catch {
    const isLate = end.signal.aborted
    return reply
      .code(isLate ? 504 : 502)
      .header('cache-control', 'no-store')
      .type('text/plain')
      .send(isLate ? 'The file did not come in time.' : 'The file cannot be had at the moment.')
  }
  void reply
    .code(answer.status)
    .headers(pickHeaders(RETURNED, (name) => answer.headers.get(name) ?? undefined))
  if (ACTIVE.test(answer.headers.get('content-type') ?? ''))
    void reply.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
  if (!answer.ok && answer.status !== 304) void reply.header('cache-control', 'no-store')
  return reply.send(
    answer.body && request.method !== 'HEAD' ? Readable.fromWeb(answer.body as never) : undefined,
  )
}

const encodePath = (path: string): string => path.split('/').map(encodeURIComponent).join('/')

const pickHeaders = (
  names: readonly string[],
  read: (name: string) => string | string[] | undefined,
): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = read(name)
      return typeof value === 'string' ? [[name, value]] : []
    }),
  )
