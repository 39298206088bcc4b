import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { Busboy } from '@fastify/busboy'
import { gatewayError } from '../../errors.ts'
import { cleanName } from './file-kinds.server.ts'

/** Names and values in their order; a name may occur several times. */
export type Pairs = readonly (readonly [name: string, value: string])[]

/** A file of a multipart post whose stream was not read yet. */
export interface IncomingFile {
  /** Name of its form field. */
  readonly field: string
  /** File name, cleaned; empty where the visitor chose no file. */
  readonly name: string
  readonly type: string
  readonly stream: Readable
}

/** Limits of a multipart post. */
interface PartLimits {
  readonly maxFiles: number
  /** For all names and values together, without files. */
  readonly maxBytes: number
}

/** Greatest number of fields in a post; more than any form has. */
const MAX_FIELDS = 2_000
const MAX_NAME_BYTES = 300

/**
 * The fields of a multipart post, which is read as a stream. `onFile` gets each file with the fields before it, and must read the file to
 * its end before reading continues.
 * @throws AppError gateway/malformed, gateway/too-large, gateway/file-too-many; and what `onFile` throws
 */
export async function readMultipart(
  request: IncomingMessage,
  { maxFiles, maxBytes }: PartLimits,
  onFile: (file: IncomingFile, before: Pairs) => Promise<void>,
): Promise<Pairs> {
  const pairs: (readonly [string, string])[] = []
  const files: Promise<void>[] = []
  let bytes = 0
  const parser = createParser(request, maxFiles, maxBytes)
  await new Promise<void>((resolve, reject) => {
    const end = (error?: Error) => {
      request.unpipe(parser)
      request.off('aborted', onGone).off('error', end)
      if (!error) return resolve()
      // Destroying the parser also destroys a file stream that `onFile` may be reading. The rest of the request is read and discarded:
      // closing the connection early could lose the answer.
      parser.destroy()
      request.resume()
      reject(error)
    }
    const onGone = () => end(gatewayError('gateway/malformed', { details: { reason: 'it has no end' } }))
    const take = (name: string | undefined, value: string) => {
      // A part may have no name, although the parser's types say otherwise.
      if (name === undefined) return end(gatewayError('gateway/malformed'))
      bytes += name.length + value.length
      if (bytes > maxBytes) return end(gatewayError('gateway/too-large'))
      pairs.push([name, value])
    }
    parser
      .on('field', (name, value, isNameCut, isValueCut) => {
        if (isNameCut || isValueCut) end(gatewayError('gateway/too-large'))
        else take(name, value)
      })
      .on('file', (field, stream, name, _encoding, type) => {
        // A reader gets the error itself; without a reader an 'error' event would be an uncaught exception.
        stream.on('error', () => undefined)
        if ((field as string | undefined) === undefined) return end(gatewayError('gateway/malformed'))
        const file = { field, name: name ? cleanName(name) : '', type, stream }
        const taken = onFile(file, [...pairs])
        files.push(taken)
        taken.catch(end)
      })
      .on('filesLimit', () => end(gatewayError('gateway/file-too-many')))
      .on('fieldsLimit', () => end(gatewayError('gateway/malformed')))
      .on('partsLimit', () => end(gatewayError('gateway/malformed')))
      .on('error', (cause: unknown) => end(gatewayError('gateway/malformed', { cause })))
      .on('finish', () => end())
    request.once('aborted', onGone).once('error', end).pipe(parser)
  })
  await Promise.all(files)
  return pairs
}

function createParser(request: IncomingMessage, maxFiles: number, maxBytes: number) {
  try {
    return new Busboy({
      headers: { ...request.headers, 'content-type': request.headers['content-type'] ?? '' },
      limits: {
        fieldNameSize: MAX_NAME_BYTES,
        fieldSize: maxBytes,
        fields: MAX_FIELDS,
        files: maxFiles,
        parts: MAX_FIELDS + maxFiles,
        headerPairs: 20,
        fileSize: Infinity,
      },
    })
  } catch (cause) {
    throw gatewayError('gateway/malformed', { cause })
  }
}

/** A multipart body of fields and one file, as chunks. If the file's chunks throw, the closing boundary is never sent. */
export async function* writeMultipart(
  boundary: string,
  fields: Pairs,
  file: { readonly field: string; readonly name: string; readonly type: string },
  pieces: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const head = (name: string, more: string) =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${quoted(name)}"${more}\r\n\r\n`
  const type = /^[\w.+-]+\/[\w.+-]+$/.test(file.type) ? file.type : 'application/octet-stream'
  const texts = fields.map(([name, value]) => `${head(name, '')}${value}\r\n`)
  const fileHead = head(file.field, `; filename="${quoted(file.name)}"\r\ncontent-type: ${type}`)
  yield Buffer.from(`${texts.join('')}${fileHead}`)
  yield* pieces
  yield Buffer.from(`\r\n--${boundary}--\r\n`)
}

/** Escapes a name in the same way as browsers do between quotes. */
const quoted = (text: string): string =>
  text.replace(/[\r\n"]/g, (character) => encodeURIComponent(character))
