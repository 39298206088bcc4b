import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { FormUpload } from '@tessera/shared/contract'
import { gatewayError } from '../../errors.ts'
import { readCookie, readCookies, setCookie } from '../../http/cookies.server.ts'
import { visitorLeft } from '../../page/create-page.server.ts'
import type { SharedStore } from '../../store/shared-store.server.ts'
import type { Sealer } from '../../http/sealer.server.ts'
import { extensionOf } from './file-kinds.server.ts'
import { idempotencyKeyOf, type GatewayParts } from './form-gateway.server.ts'
import { readMultipart, type IncomingFile, type Pairs } from './multipart.server.ts'
import { receiveFile, type StreamedFile } from './receive-file.server.ts'
import type { BeginScan } from './scan-file.server.ts'
import type { Sends } from './sends.server.ts'

/** The dependencies of the file upload routes. */
export interface FileParts extends GatewayParts {
  /** Forms that are being sent, which the end of this process waits for. */
  readonly sends: Pick<Sends, 'add'>
  readonly uploads: Uploads
  readonly beginScan: BeginScan
}

/** Permissions for uploads: a browser may send files only for a form post of its own, and only those that the form named. */
export interface Uploads {
  /** @throws AppError gateway/file-too-many */
  readonly checkAmount: (fields: Pairs) => void
  /** Stores a sealed grant in the visitor's browser: it has sent this form post and may upload its files. */
  readonly grant: (request: FastifyRequest, reply: FastifyReply, grant: Grant) => void
  /** @throws AppError gateway/file-foreign */
  readonly check: (request: FastifyRequest, formPostId: string) => Grant
  /** Counts an upload; retries count too. @throws AppError gateway/file-foreign, gateway/file-type, gateway/file-too-many */
  readonly count: (grant: Grant, elementId: string, name: string) => Promise<void>
}

/** A form post and its file fields. The grant contains no file names, because the visitor may replace a refused file by another. */
export interface Grant {
  readonly post: string
  /** The form's version, which its notification names. Grants of releases before this one have none. */
  readonly version?: string | undefined
  readonly uploads: readonly FormUpload[]
}

/** Header that replaces the grant cookie for embedded forms, because pages of other sites send no cookies. */
export const FILES_HEADER = 'x-form-files'
const COOKIE = 'form-files-'
const PURPOSE = 'form files'
const LIFETIME_SECONDS = 3_600
/** Greatest number of form posts of one browser that may have uploads pending. */
const MAX_GRANTS = 4
/** Of all grants of a browser together, in characters: proxies and servers limit the length of a `Cookie` header. */
const MAX_GRANTS_LENGTH = 4_096
/** Greatest number of upload attempts, on average for each file field of a form post. */
const MAX_TRIES = 10
const FILE_FIELD = /^file_/

/** Where a browser keeps its grants: cookies or a header. */
export interface GrantStorage {
  readonly read: (request: FastifyRequest, post: string) => string | null
  readonly write: (request: FastifyRequest, reply: FastifyReply, post: string, sealed: string) => void
}

/**
 * For the site's own pages: a cookie for each form post, so that two forms that are sent at the same moment do not overwrite each other's
 * grant. The oldest are deleted.
 */
export const grantsInCookies = (isSecure: boolean): GrantStorage => {
  const set = (reply: FastifyReply, name: string, value: string, maxAgeSeconds: number) =>
    setCookie(reply, name, value, { isSecure, sameSite: 'Strict', maxAgeSeconds })
  return {
    read: ({ headers }, post) => readCookie(headers.cookie, cookieOf(post)),
    write({ headers }, reply, post, sealed) {
      const own = cookieOf(post)
      set(reply, own, sealed, LIFETIME_SECONDS)
      // Browsers send the newest cookie last. Source: RFC 6265, 5.4.
      const others = [...readCookies(headers.cookie)].reverse()
      let [count, length] = [1, sealed.length]
      for (const [name, value] of others) {
        if (!name.startsWith(COOKIE) || name === own) continue
        count += 1
        length += value?.length ?? 0
        if (count > MAX_GRANTS || length > MAX_GRANTS_LENGTH) set(reply, name, '', 0)
      }
    },
  }
}

const cookieOf = (post: string): string =>
  `${COOKIE}${createHash('sha256').update(post).digest('base64url').slice(0, 8)}`

/** For pages of other sites: their script keeps the grant of each form in memory and sends it in a header. */
export const GRANTS_IN_HEADER: GrantStorage = {
  read: ({ headers: { [FILES_HEADER]: sealed } }) => (typeof sealed === 'string' ? sealed : null),
  write: (_request, reply, _post, sealed) => void reply.header(FILES_HEADER, sealed),
}

interface UploadParts {
  readonly sealer: Sealer
  readonly store: Pick<SharedStore, 'count'>
  readonly storage: GrantStorage
  readonly maxFiles: number
}

export function createUploads({ sealer, store, storage, maxFiles }: UploadParts): Uploads {
  return {
    checkAmount(fields) {
      if (fields.filter(([name, value]) => FILE_FIELD.test(name) && value !== '').length > maxFiles)
        throw gatewayError('gateway/file-too-many', { details: { maxFiles } })
    },
    grant(request, reply, granted) {
      if (granted.uploads.length === 0) return
      storage.write(request, reply, granted.post, sealer.seal(PURPOSE, granted, LIFETIME_SECONDS * 1_000))
    },
    check(request, formPostId) {
      const grant = sealer.open(PURPOSE, storage.read(request, formPostId)) as Grant | null
      if (grant?.post !== formPostId) throw gatewayError('gateway/file-foreign')
      return grant
    },
    async count({ post, uploads }, elementId, name) {
      const upload = uploads.find((one) => one.elementId === elementId)
      if (!upload) throw gatewayError('gateway/file-foreign')
      const { allowedTypes } = upload
      const extension = extensionOf(name)
      if (allowedTypes && !allowedTypes.includes(extension))
        throw gatewayError('gateway/file-type', { details: { extension } })
      const { count } = await store.count(`form-files:${post}`, LIFETIME_SECONDS * 1_000)
      if (count > uploads.length * MAX_TRIES) throw gatewayError('gateway/file-too-many')
    },
  }
}

/** Slowest transfer rate at which the server still accepts an upload. */
const UPLOAD_BYTES_PER_SECOND = 8_192
/** Greatest size of the three text fields before a file. */
const MAX_TEXT_BYTES = 4_096
/** Greatest size of a multipart body without its file. */
const MAX_HEAD_BYTES = 16_384
/** How long a refused request is still read: closing the connection at once could lose the refusal. */
const LINGER_MS = 3_000

const MODULE = '/REST/UI/FormsModule'

/** Routes for the files of a sent form, one by one, and for the notification after them. Source: specification 7, Form calls 4 and 5. */
export const formFiles =
  (parts: FileParts): FastifyPluginAsync =>
  async (app: FastifyInstance) => {
    // No parsing here: the handler reads the body as a stream.
    app.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null))
    app.post(
      `${MODULE}/UploadFile`,
      { config: { bodyBytesPerSecond: UPLOAD_BYTES_PER_SECOND } },
      async (request, reply) => {
        endRefused(request, reply)
        await upload(request, visitorLeft(reply), parts)
        return reply.send({ success: true, message: 'success' })
      },
    )
    app.post<{ Params: Readonly<Record<'postId' | 'versionId', string>> }>(
      `${MODULE}/sendnotification/:versionId/:postId`,
      async (request, reply) => {
        const { postId, versionId } = request.params
        if (![postId, versionId].every(isId)) throw gatewayError('gateway/malformed')
        const { version = versionId } = parts.uploads.check(request, postId)
        if (version !== versionId) throw gatewayError('gateway/file-foreign')
        await parts.platform.notify(versionId, postId)
        return reply.send({ success: true })
      },
    )
  }

const isId = (text: string): boolean => /^[\w-]{1,64}$/.test(text)

async function upload(request: FastifyRequest, gone: AbortSignal, parts: FileParts): Promise<void> {
  const { maxBytes } = parts.config.forms.uploads
  const { 'content-type': kind = '', 'content-length': length } = request.headers
  const idempotencyKey = idempotencyKeyOf(request)
  if (!kind.startsWith('multipart/form-data')) throw gatewayError('gateway/malformed')
  if (Number(length ?? 0) > maxBytes + MAX_HEAD_BYTES)
    throw gatewayError('gateway/file-too-large', { details: { maxBytes } })
  let hasFile = false
  await readMultipart(request.raw, { maxFiles: 1, maxBytes: MAX_TEXT_BYTES }, async (file, before) => {
    hasFile = true
    if (file.name === '') throw gatewayError('gateway/file-empty')
    const target = targetOf(before)
    const { name, type } = file
    await parts.uploads.count(parts.uploads.check(request, target.formPostId), target.elementId, name)
    const sent = { ...target, name, type, file: streamFile(file, request, parts) }
    await parts.platform.upload(sent, idempotencyKey, gone)
  })
  if (!hasFile) throw gatewayError('gateway/file-empty')
}

/** The form post and field of a file, which must precede the file in the body: the file is passed on without buffering. */
function targetOf(before: Pairs) {
  const fields = new Map(before)
  const [elementId = '', formPostId = '', versionId = ''] = [
    'formElementID',
    'formPostID',
    'formVersionID',
  ].map((name) => fields.get(name))
  if (![elementId, formPostId, versionId].every(isId)) throw gatewayError('gateway/malformed')
  return { elementId, formPostId, versionId }
}

/** The file of a post as a stream that checks the site's upload rules. */
export const streamFile = (
  { stream, name }: Pick<IncomingFile, 'name' | 'stream'>,
  request: FastifyRequest,
  { config, beginScan }: Pick<FileParts, 'beginScan' | 'config'>,
): StreamedFile =>
  receiveFile(stream, {
    ...config.forms.uploads,
    name,
    beginScan: () =>
      beginScan((reason) => request.log.warn({ err: reason }, 'a file could not be looked into')),
  })

/** Ends an upload that was refused before its end: the server reads on for a moment, then closes the connection. */
export function endRefused({ raw }: FastifyRequest, reply: FastifyReply): void {
  reply.raw.once('finish', () => {
    if (raw.complete) return
    raw.resume()
    setTimeout(() => raw.complete || raw.destroy(), LINGER_MS).unref()
  })
}
