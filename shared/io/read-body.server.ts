import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'
import { contentError } from './errors.ts'

type Unpack = (packed: Buffer, options: { readonly maxOutputLength: number }) => Promise<Buffer>

const UNPACK: Readonly<Record<string, Unpack>> = {
  gzip: promisify(gunzip) as Unpack,
  'x-gzip': promisify(gunzip) as Unpack,
  deflate: promisify(inflate) as Unpack,
  br: promisify(brotliDecompress) as Unpack,
}

/** The encodings that readBody undoes. */
export const ACCEPT_ENCODING = 'gzip, deflate, br'

/**
 * The text of a body, of `maxBytes` bytes at most both on the wire and after decompression; more is never held.
 * @throws AppError content/bad-answer, or what the stream throws
 */
export async function readBody(
  body: Readable,
  encoding: string | undefined,
  maxBytes: number,
): Promise<{ readonly text: string; readonly bytes: number }> {
  const packed = await collect(body, maxBytes)
  const whole = packed.length === 0 ? packed : await unpack(packed, encoding ?? 'identity', maxBytes)
  return { text: whole.toString('utf8'), bytes: whole.length }
}

function collect(body: Readable, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    body.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes <= maxBytes) chunks.push(chunk)
      else body.destroy(tooLarge(maxBytes))
    })
    body.on('end', () => resolve(Buffer.concat(chunks)))
    body.on('error', reject)
  })
}

async function unpack(packed: Buffer, encoding: string, maxBytes: number): Promise<Buffer> {
  if (encoding === 'identity') return packed
  const undo = Object.hasOwn(UNPACK, encoding) ? UNPACK[encoding] : undefined
  if (!undo) throw bad(`encoding ${encoding}`)
  try {
    return await undo(packed, { maxOutputLength: maxBytes })
  } catch (cause) {
    if ((cause as { readonly code?: string }).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(maxBytes)
    throw bad(`broken ${encoding}`, cause)
  }
}

const tooLarge = (maxBytes: number) => bad(`larger than ${maxBytes} bytes`)
const bad = (reason: string, cause?: unknown) =>
  contentError('content/bad-answer', { details: { reason }, cause })
