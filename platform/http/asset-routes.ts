import { createReadStream, type Stats } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import { extname, posix, relative, sep } from 'node:path'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { PlatformError } from '../errors.ts'
import { assetFile } from '../files/asset-file.ts'
import type { Context } from './context.ts'
import { requireAccess } from './entry-routes.ts'
import type { AssetHead } from '../workers/read-tasks.ts'
import { sendSurrogateKeys } from './surrogate-key-header.ts'
import { isRangeCurrent, isNotModified } from './conditional-requests.ts'
import { readParams } from './params.ts'
import { createImageResizer, readImageRequest, type ImageResizer } from './resize-image.ts'
import { placeholderFor } from './placeholder.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.pdf': 'application/pdf',
  '.txt': 'text/plain; charset=utf-8',
  '.csv': 'text/csv; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.mp4': 'video/mp4',
  '.webm': 'video/webm',
  '.zip': 'application/zip',
  '.ics': 'text/calendar; charset=utf-8',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}
const HASHED = /\.x[0-9a-f]{8}\.[^./]+$/i

/** The files of assets, at their own paths. Invalid queries (sizes, formats) are ignored. Source: protocol 1.2, row 30, and 1.11. */
export function assetRoutes(server: FastifyInstance, context: Context): void {
  const makeImage = createImageResizer()
  for (const library of ['image-library', 'asset-library', 'video-library']) {
    server.get(`/${library}/*`, (request, reply) =>
      sendAsset(
        context,
        makeImage,
        request,
        reply,
        `/${library}/${(request.params as { readonly '*': string })['*']}`,
      ),
    )
  }
}

async function sendAsset(
  context: Context,
  makeImage: ImageResizer,
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
): Promise<FastifyReply> {
  // Access is looked up by the path as it is stored: another spelling that leads to the same file is "not found".
  if (posix.normalize(path) !== path) throw MISSING()
  const asset = await context.readers.assetEntry(path)
  if (asset === null && (await isAssetElsewhere(context, path))) throw MISSING()
  const isForEverybody = asset === null || (await isOpen(context, request, asset))
  reply.header('x-content-type-options', 'nosniff').header('cross-origin-resource-policy', 'cross-origin')
  // An SVG that is opened on its own is a document; its content security policy forbids scripts and loading.
  reply.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
  const maxAge = HASHED.test(path) ? 31_536_000 : 86_400
  const cacheControl = isForEverybody ? `public, max-age=${maxAge}` : 'private, no-store'
  if (asset?.entryId)
    sendSurrogateKeys(request, reply, context.model().environment.alias, '', { entries: [asset.entryId] })
  const assets = context.assets()
  if (assets === null) {
    const made = asset === null ? null : placeholderFor(path)
    if (made === null) throw MISSING()
    return reply.header('cache-control', cacheControl).type(made.type).send(made.bytes)
  }
  return sendFile(request, reply.header('cache-control', cacheControl), assets, path, makeImage)
}

/** Whether a path of no asset leads to the file of one: file systems may ignore case, or have links. */
async function isAssetElsewhere(context: Context, path: string): Promise<boolean> {
  const root = context.assets()
  const file = root === null ? null : assetFile(root, path)
  if (root === null || file === null) return false
  const [realRoot, realFile] = await Promise.all([realpath(root), realpath(file)]).catch(() => ['', ''])
  const real = `/${relative(realRoot, realFile).split(sep).join('/')}`
  return real !== path && (await context.readers.assetEntry(real)) !== null
}

/**
 * Whether an asset's file is public. Throws when the requester may not have it: a draft's file is "not found" for requesters who
 * may not read drafts, and so is a deleted asset's file for everybody. Source: 0033.
 */
async function isOpen(context: Context, request: FastifyRequest, asset: AssetHead): Promise<boolean> {
  const { entryId, isPublished } = asset
  if (entryId === null) throw MISSING()
  const isRestricted = context.model().restricted.has(entryId)
  if (isPublished && !isRestricted) return true
  const identity = await context.identify(request)
  if (!isPublished && !identity.canReadLatest) throw MISSING()
  requireAccess(context, identity, entryId)
  return false
}

const MISSING = (): PlatformError => new PlatformError('platform/not-found', 'There is no such file')

/** Send the file itself, or the resized image that the query asks for. */
async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  assets: string,
  path: string,
  makeImage: ImageResizer,
): Promise<FastifyReply> {
  const file = assetFile(assets, path)
  const info = file === null ? null : await stat(file).catch(() => null)
  if (file === null || info === null || !info.isFile()) {
    reply.removeHeader('cache-control')
    throw MISSING()
  }
  const version = `${info.size.toString(36)}-${Math.trunc(info.mtimeMs).toString(36)}`
  reply.header('last-modified', info.mtime.toUTCString())
  if (
    path.startsWith('/image-library/') &&
    (await sendImage(request, reply, { file, version, info }, makeImage))
  )
    return reply
  const etag = `"${version}"`
  reply.header('etag', etag)
  if (isNotModified(request.headers, etag, info.mtime)) return reply.status(304).send()
  reply
    .header('accept-ranges', 'bytes')
    .type(TYPES[extname(path).toLowerCase()] ?? 'application/octet-stream')
  const { range } = request.headers
  const part = range !== undefined && isRangeCurrent(request.headers, etag, info.mtime) ? range : null
  return sendRange(request, reply, file, { size: info.size, part })
}

/** Send the image that the query asks for, if it is made or known to the client already. */
async function sendImage(
  request: FastifyRequest,
  reply: FastifyReply,
  { file, version, info }: { readonly file: string; readonly version: string; readonly info: Stats },
  makeImage: ImageResizer,
): Promise<boolean> {
  const asked = readImageRequest(readParams(request))
  if (asked === null) return false
  const etag = `"${version}-${Object.values(asked).join('.')}"`
  // Before the image is made: a client that has it neither waits for it nor gets the whole file while too many are waiting.
  if (isNotModified(request.headers, etag, info.mtime)) {
    void reply.status(304).header('etag', etag).send()
    return true
  }
  const image = await makeImage(file, version, asked)
  // Caches would keep the whole file as if it were the image that was asked for.
  if (image === 'busy') reply.header('cache-control', 'no-store')
  if (image === null || image === 'busy') return false
  void reply.header('etag', etag).type(image.type).send(image.bytes)
  return true
}

/** Send a file, or the part of it that the Range header names. */
function sendRange(
  request: FastifyRequest,
  reply: FastifyReply,
  file: string,
  { size, part }: { readonly size: number; readonly part: string | null },
): FastifyReply {
  const range = part === null || size === 0 ? null : readRange(part, size)
  if (range === 'unsatisfiable')
    return reply
      .status(416)
      .headers({ 'content-range': `bytes */${size}`, 'cache-control': 'no-store' })
      .type('application/json; charset=utf-8')
      .send('{}')
  const { start, end } = range ?? { start: 0, end: size - 1 }
  if (range !== null) reply.status(206).header('content-range', `bytes ${start}-${end}/${size}`)
  reply.header('content-length', Math.max(0, end - start + 1))
  // With any payload but a stream fastify would replace the content-length by 0.
  if (request.method === 'HEAD') return reply.send(Readable.from([]))
  if (size === 0) return reply.send('')
  return reply.send(createReadStream(file, { start, end }))
}

/** The range of bytes that a header names. Null (send everything) when the header is not understood, as HTTP requires. */
function readRange(
  header: string,
  size: number,
): { readonly start: number; readonly end: number } | 'unsatisfiable' | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header.trim())
  if (match === null || (match[1] === '' && match[2] === '')) return null
  const start = match[1] === '' ? Math.max(0, size - Number(match[2])) : Number(match[1])
  const end = match[1] === '' || match[2] === '' ? size - 1 : Math.min(Number(match[2]), size - 1)
  return start >= size || end < start ? 'unsatisfiable' : { start, end }
}
