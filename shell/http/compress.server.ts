import { transcode } from 'node:buffer'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'

/** Smaller responses gain nothing. */
const MIN_BYTES = 1_024
/** Larger responses that are compressed for one request only would block the event loop: they are compressed as a stream. */
const MAX_BYTES = 128 * 1_024
/** As slow as gzip 6, with a little smaller result. The default window of 4 MB takes time to set up; pages are far below 64 KB. */
const BROTLI = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 16 },
}
const GZIP = { level: 6 }
const COMPRESSIBLE = /^(text\/|application\/(json|ld\+json|javascript|xml|rss\+xml)|image\/svg)/

/** How bodies are compressed. */
export type Encoding = 'br' | 'gzip'
const ENCODERS: Readonly<Record<Encoding, (body: Buffer) => Buffer>> = {
  br: (body) => brotliCompressSync(body, BROTLI),
  gzip: (body) => gzipSync(body, GZIP),
}

/** Whether compressing so many bytes is worth it. */
export const isWorthEncoding = (bytes: number): boolean => bytes >= MIN_BYTES

/** Compress a whole body. */
export const encode = (body: Buffer, encoding: Encoding): Buffer => ENCODERS[encoding](body)

const utf16Buffer = Buffer.allocUnsafeSlow(512 * 1_024)

/**
 * A body as UTF-8. The string is first copied as UTF-16 into a shared buffer, which nearly every page fits into: with `transcode` this
 * takes a third of the time of other ways.
 */
export function toUtf8(text: string): Buffer {
  if (text.length * 2 > utf16Buffer.length) return Buffer.from(text)
  try {
    return transcode(utf16Buffer.subarray(0, utf16Buffer.write(text, 'utf16le')), 'utf16le', 'utf8')
  } catch {
    return Buffer.from(text) // `transcode` throws on a lone surrogate, for which `Buffer.from` writes U+FFFD.
  }
}

/**
 * Compress responses. A body that is a string, as pages are, is compressed in one call: with a stream a whole page takes a
 * quarter more processor time. Everything else is left to the plugin.
 */
export async function compressAnswers(app: FastifyInstance): Promise<void> {
  app.addHook('onSend', (request, reply, payload, done) => {
    const type = String(reply.getHeader('content-type') ?? '')
    if (typeof payload !== 'string' || !COMPRESSIBLE.test(type)) return done(null, payload)
    // Also when it is not compressed: a cache must not reuse this response for clients that accept other encodings.
    if (!reply.hasHeader('vary')) void reply.header('vary', 'accept-encoding')
    const encoding = chooseEncoding(request.headers['accept-encoding'])
    if (encoding === null || reply.hasHeader('content-encoding')) return done(null, payload)
    const body = toUtf8(payload)
    if (!isWorthEncoding(body.length) || body.length > MAX_BYTES) return done(null, payload)
    void reply.header('content-encoding', encoding)
    done(null, encode(body, encoding))
  })
  await app.register(compress, {
    global: true,
    threshold: MIN_BYTES,
    encodings: ['br', 'gzip'],
    brotliOptions: BROTLI,
  })
}

/** The best supported encoding that the client accepts; null for none. Source: RFC 9110, 12.5.3. */
export function chooseEncoding(accepted: string | string[] | undefined): Encoding | null {
  const named = new Map<string, boolean>()
  for (const one of String(accepted ?? '')
    .toLowerCase()
    .split(',')) {
    const [coding = '', ...parameters] = one.split(';').map((part) => part.trim())
    const isRefused = parameters.some((parameter) => /^q\s*=\s*0(\.0*)?$/.test(parameter))
    named.set(coding.replace('x-gzip', 'gzip'), !isRefused)
  }
  if (named.get('br')) return 'br'
  // What is not named itself is accepted where `*` is. Whoever does not name Brotli may not have it.
  return (named.get('gzip') ?? named.get('*')) ? 'gzip' : null
}
