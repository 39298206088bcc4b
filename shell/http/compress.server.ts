import { transcode } from 'node:buffer'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import compress from '@fastify/compress'
import type { FastifyInstance, FastifyReply } from 'fastify'

/** Smaller responses gain nothing. */
const MIN_BYTES = 1_024
/** Larger responses that are compressed for one request only would block the event loop: they are compressed as a stream. */
const MAX_BYTES = 128 * 1_024
/** As slow as gzip 6, with a little smaller result. The default window of 4 MB takes time to set up; pages are far below 64 KB. */
const BROTLI = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 16 },
}
const GZIP = { level: 6 }
const COMPRESSIBLE =
  /^(?:text\/(?!event-stream)|font\/[ot]tf|image\/(?:bmp|x-icon|svg)|application\/(?:javascript|rtf|wasm)|[^;,\s]+[/+](?:json|xml))/i

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
    const { headers } = request
    // The plugin compresses what accepts an encoding by the time it is asked.
    const accepted = headers['accept-encoding']
    headers['accept-encoding'] = 'identity'
    const type = String(reply.getHeader('content-type') ?? '')
    // A 304 need not have a type.
    if (!COMPRESSIBLE.test(type) && (type !== '' || reply.statusCode !== 304)) return done(null, payload)
    // Also when it is not compressed: a cache must not reuse this response for clients that accept other encodings.
    varyByEncoding(reply)
    // A range is one of exactly these bytes.
    if ([206, 304].includes(reply.statusCode) || reply.hasHeader('content-encoding'))
      return done(null, payload)
    const encoding = chooseEncoding(accepted)
    if (encoding === null) return done(null, payload)
    const body = typeof payload === 'string' ? toUtf8(payload) : payload
    if (Buffer.isBuffer(body) && !isWorthEncoding(body.length)) return done(null, payload)
    loosenValidators(reply)
    headers['accept-encoding'] = encoding
    if (typeof payload !== 'string' || !Buffer.isBuffer(body) || body.length > MAX_BYTES)
      return done(null, payload)
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

function varyByEncoding(reply: FastifyReply): void {
  const vary = String(reply.getHeader('vary') ?? '')
  if (vary !== '*' && !/\baccept-encoding\b/i.test(vary))
    void reply.header('vary', vary === '' ? 'accept-encoding' : `${vary}, accept-encoding`)
}

/** A strong ETag, and ranges, are those of the bytes that are not compressed. Source: RFC 9110, 8.8.3. */
function loosenValidators(reply: FastifyReply): void {
  const etag = reply.getHeader('etag')
  if (typeof etag === 'string' && etag.startsWith('"')) void reply.header('etag', `W/${etag}`)
  void reply.removeHeader('accept-ranges')
}

/** The ETag of a body in the form in which `If-None-Match` names it, weak where the client has it compressed; null when it does not. */
export function namedEtag(etag: string | undefined, known: string | undefined): string | null {
  const strong = (etag ?? '').replace(/^W\//, '')
  const names = (known ?? '').match(/(?:W\/)?"[^"]*"/g) ?? []
  return names.find((name) => strong !== '' && name.replace(/^W\//, '') === strong) ?? null
}

/**
 * The best supported encoding that the client accepts, Brotli among those that it likes equally; null for none.
 * Source: RFC 9110, 12.5.3.
 */
export function chooseEncoding(accepted: string | string[] | undefined): Encoding | null {
  const weights = new Map<string, number>()
  for (const one of String(accepted ?? '')
    .toLowerCase()
    .split(',')) {
    const [coding = '', ...parameters] = one.split(';').map((part) => part.trim())
    const weight = parameters.flatMap((parameter) => /^q\s*=\s*([\d.]+)$/.exec(parameter)?.[1] ?? [])[0]
    weights.set(coding.replace('x-gzip', 'gzip'), Number(weight ?? 1))
  }
  const br = weights.get('br') ?? 0
  // `*` accepts every encoding that is not named; Brotli is used only for clients that name it, as others may lack it.
  const gzip = weights.get('gzip') ?? weights.get('*') ?? 0
  if (br > 0 && br >= gzip) return 'br'
  return gzip > 0 ? 'gzip' : null
}
