import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { cachingHeaders } from '../http/caching-headers.ts'
import { chooseEncoding } from '../http/compress.server.ts'
import type { LiveReleases } from './live-releases.server.ts'
import type { VerifiedCopies, VerifiedRelease } from './verified-copy.server.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}
const CACHE_BYTES = 32 * 1024 * 1024
/** The maximum number of verified earlier releases in memory, and for how long a missing one is not requested again. */
const [MAX_EARLIER, ABSENT_MS] = [64, 5_000]

const brotli = promisify(zlib.brotliCompress)
const gzip = promisify(zlib.gzip)

type Encoding = 'br' | 'gzip' | 'identity'
interface Params {
  readonly app?: string
  readonly version: string
  readonly '*': string
}

/**
 * Routes for the browser files of all releases, from this shell's verified copies: pages never load from a remote's own origin.
 * Only files that a release lists exist; all other paths answer 404.
 */
export function releaseFiles(
  fastify: FastifyInstance,
  releases: Pick<LiveReleases, 'isKnown' | 'snapshot'>,
  copies: Pick<VerifiedCopies, 'get'>,
): void {
  const cache = new LRUCache<string, Buffer>({
    maxSize: CACHE_BYTES,
    sizeCalculation: (bytes) => bytes.length || 1,
  })

  const earlier = createEarlierReleases(copies)

  const find = async (app: string, version: string): Promise<VerifiedRelease | null> => {
    const { shell, remotes } = releases.snapshot()
    const live = app === 'shell' ? shell : [...remotes.values()].find(({ release }) => release.app === app)
    if (live?.release.version === version) return live
    if (!releases.isKnown(app, version)) return null
    return earlier.get(app, version)
  }

  const body = async (one: VerifiedRelease, file: string, encoding: Encoding): Promise<Buffer> => {
    const key = `${one.release.app}/${one.release.version}/${file} ${encoding}`
    const known = cache.get(key)
    if (known) return known
    const content = await readFile(path.join(one.folder, 'web', ...file.split('/'))).catch(
      (error: unknown) => {
        earlier.forget(one) // its copy was deleted or has changed, and is verified again
        throw error
      },
    )
    const bytes = await compress(content, encoding)
    cache.set(key, bytes)
    return bytes
  }

  const answer = (prefix: string, appOf: (params: Params) => string) =>
    fastify.get<{ Params: Params }>(prefix, { logLevel: 'warn' }, async (request, reply) => {
      const file = request.params['*']
      const found = await find(appOf(request.params), request.params.version)
      const type = TYPES[path.extname(file)]
      if (!found || !type || !Object.hasOwn(found.release.files, `web/${file}`))
        return reply.code(404).headers(cachingHeaders('failed')).type('text/plain').send('Not found')
      const encoding = chooseEncoding(request.headers['accept-encoding']) ?? 'identity'
      // Read before headers are set: the error answer for an unreadable file must not be compressed or cached for ever.
      const bytes = await body(found, file, encoding)
      if (encoding !== 'identity') void reply.header('content-encoding', encoding)
      return reply
        .headers({
          ...cachingHeaders('file'),
          vary: 'accept-encoding',
          'access-control-allow-origin': '*',
          'cross-origin-resource-policy': 'cross-origin',
        })
        .type(type)
        .send(bytes)
    })

  answer('/_shell/:version/*', () => 'shell')
  answer('/_mfe/:app/:version/web/*', ({ app }) => app ?? '')
}

/** Earlier releases that were verified lately: verifying reads all files of a copy, which each request for one of them must not do. */
function createEarlierReleases(copies: Pick<VerifiedCopies, 'get'>) {
  const known = new LRUCache<string, Promise<VerifiedRelease | null>>({ max: MAX_EARLIER })
  return {
    /** Null for a release that the store does not have, or cannot deliver now. */
    get(app: string, version: string): Promise<VerifiedRelease | null> {
      const key = `${app}/${version}`
      const found =
        known.get(key) ??
        copies.get(app, version).catch(() => {
          known.set(key, found, { ttl: ABSENT_MS })
          return null
        })
      if (!known.has(key)) known.set(key, found)
      return found
    },
    forget: ({ release: { app, version } }: VerifiedRelease) => void known.delete(`${app}/${version}`),
  }
}

function compress(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'br') return brotli(bytes, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 9 } })
  return encoding === 'gzip' ? gzip(bytes, { level: 9 }) : Promise.resolve(bytes)
}
