import { createCipheriv, createDecipheriv, createHash, randomBytes, type Hash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FormRules, SiteConfig } from '@tessera/shared/config'
import { toAppError, type FormOutcome, type PostedFile } from '@tessera/shared/contract'
import { gatewayError } from '../../errors.ts'
import type { FormVisit } from '../../page/page-forms.ts'
import type { SharedStore } from '../../store/shared-store.server.ts'
import type { Sealer } from '../../http/sealer.server.ts'
import { refusalText } from './form-gateway.server.ts'
import type { FormPlatform } from './form-platform.server.ts'
import { receiveFile, type StreamedFile } from './receive-file.server.ts'

/** Files of forms without JavaScript, stored until the form is sent. Each is encrypted with its own key, which only the form has. */
export interface StoredFiles {
  /** Stores a file. @throws AppError gateway/limited when there is no room; and the errors of its chunks */
  store(file: StreamedFile, facts: Pick<PostedFile, 'name' | 'type'>): Promise<PostedFile>
  /** The content of a stored file. @throws AppError gateway/file-gone */
  read(file: PostedFile): Promise<Readable>
  /** What equal files have in common, whatever their tokens: a digest of the content. The token for one that cannot be read any more. */
  digest(file: PostedFile): string
  /** Deletes a file. */
  drop(file: PostedFile): Promise<void>
  /** Deletes files that are older than `keptMs`. */
  sweep(): Promise<void>
}

interface Parts {
  readonly folder: string
  readonly sealer: Sealer
  readonly now: () => number
}

/** The content of a file's sealed token. */
interface FileToken {
  readonly id: string
  /** AES key and, below, initial counter block, both base64url. */
  readonly key: string
  readonly iv: string
  /** SHA-256 of the content, base64url. */
  readonly digest: string
}

const PURPOSE = 'form file'
const CIPHER = 'aes-256-ctr'
const RETRY_SECONDS = 60

export function createStoredFiles(
  { keptMs, keptBytes }: Pick<FormRules['uploads'], 'keptMs' | 'keptBytes'>,
  { folder, sealer, now }: Parts,
): StoredFiles {
  const pathOf = (id: string) => path.join(folder, id)
  const filesOf = () => listFiles(folder, now())
  const readFileToken = ({ token }: PostedFile): FileToken => {
    const fileToken = sealer.open(PURPOSE, token) as FileToken | null
    if (fileToken === null) throw gatewayError('gateway/file-gone')
    return fileToken
  }
  const kept: StoredFiles = {
    async store(file, facts) {
      const [id, key, iv] = [randomBytes(16).toString('hex'), randomBytes(32), randomBytes(16)]
      const hash = createHash('sha256')
      try {
        await kept.sweep()
        const used = (await filesOf()).reduce((sum, { size }) => sum + size, 0)
        if (used >= keptBytes)
          throw gatewayError('gateway/limited', { details: { retryAfterSeconds: RETRY_SECONDS } })
        await mkdir(folder, { recursive: true, mode: 0o700 })
        await pipeline(
          Readable.from(hashed(file.chunks, hash), { objectMode: false }),
          createCipheriv(CIPHER, key, iv),
          createWriteStream(pathOf(id), { flags: 'wx', mode: 0o600 }),
          { signal: file.signal },
        )
      } catch (thrown) {
        await rm(pathOf(id), { force: true })
        throw file.signal.aborted ? file.signal.reason : thrown
      } finally {
        file.drop()
      }
      const token: FileToken = { id, key: encode(key), iv: encode(iv), digest: encode(hash.digest()) }
      return { ...facts, sizeBytes: file.size(), token: sealer.seal(PURPOSE, token, keptMs) }
    },
    async read(file) {
      const { id, key, iv } = readFileToken(file)
      const isThere = await stat(pathOf(id)).catch(() => null)
      if (!isThere) throw gatewayError('gateway/file-gone')
      const decipher = createDecipheriv(CIPHER, Buffer.from(key, 'base64url'), Buffer.from(iv, 'base64url'))
      // Read errors are passed to the returned stream.
      pipeline(createReadStream(pathOf(id)), decipher).catch((error: Error) => decipher.destroy(error))
      return decipher
    },
    digest: ({ token }) => (sealer.open(PURPOSE, token) as FileToken | null)?.digest ?? token,
    async drop(file) {
      const fileToken = sealer.open(PURPOSE, file.token) as FileToken | null
      if (fileToken) await rm(pathOf(fileToken.id), { force: true })
    },
    async sweep() {
      const old = (await filesOf()).filter(({ age }) => age > keptMs)
      await Promise.all(old.map(({ name }) => rm(pathOf(name), { force: true })))
    },
  }
  return kept
}

const encode = (bytes: Buffer): string => bytes.toString('base64url')

/** The same chunks, each of which is also added to a hash. */
async function* hashed(chunks: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    hash.update(chunk)
    yield chunk
  }
}

/** The files of a folder with their sizes and ages; empty if the folder does not exist. */
async function listFiles(folder: string, now: number) {
  const names = await readdir(folder).catch(() => [])
  const stats = names.map(async (name) => {
    const found = await stat(path.join(folder, name)).catch(() => null) // another process has deleted it
    return found ? [{ name, size: found.size, age: now - found.mtimeMs }] : []
  })
  return (await Promise.all(stats)).flat()
}

/** The files of a form that the platform has stored. */
interface StoredForm {
  readonly formPostId: string | null
  readonly idempotencyKey: string | null
  readonly files: Extract<FormOutcome, { readonly kind: 'accepted' }>['files']
}

interface SendParts {
  readonly files: StoredFiles
  readonly platform: Pick<FormPlatform, 'notify' | 'upload'>
  readonly store: Pick<SharedStore, 'get' | 'set'>
  readonly config: Pick<SiteConfig, 'forms' | 'languages'>
}

/**
 * Uploads the files of a form, then requests the notification, whose failure costs its visitor nothing. The same form may be sent again, also at
 * the same time: no file is uploaded twice, and the files are deleted only when the platform has all of them. None of it ends with its
 * visitor: the form is stored, and nobody would send its files. Null without files.
 */
export async function sendStoredFiles(
  { formPostId, idempotencyKey, files }: StoredForm,
  { request, language }: Pick<FormVisit, 'language' | 'request'>,
  { files: kept, platform, store, config }: SendParts,
) {
  const [first] = files
  if (!first) return null
  const errors: string[] = []
  const { maxBytes, stallMs, keptMs } = config.forms.uploads
  for (const { file, elementId, versionId } of files) {
    const key = createHash('sha256')
      .update(JSON.stringify([idempotencyKey, elementId, file.name, kept.digest(file)]))
      .digest('base64url')
    const isUploaded = async () => (await store.get(`form-file:${key}`)) !== null
    try {
      if (await isUploaded()) continue
      // The platform takes files for a form post only.
      if (formPostId === null) throw gatewayError('gateway/bad-answer')
      const rules = { maxBytes, stallMs, name: file.name, beginScan: () => SCANNED }
      const way = receiveFile(await kept.read(file), rules)
      await platform.upload({ ...file, elementId, versionId, formPostId, file: way }, key)
      await store.set(`form-file:${key}`, '1', keptMs)
    } catch (thrown) {
      // An equal request may have uploaded and deleted the file meanwhile.
      if (await isUploaded()) continue
      const error = toAppError(thrown)
      request.log.warn({ code: error.code, err: thrown }, 'a file of a form was not taken')
      errors.push(refusalText(error, language, config))
    }
  }
  if (errors.length === 0) {
    await Promise.all(files.map(({ file }) => kept.drop(file)))
    const { versionId } = first
    // Its failure is logged where it is tried again.
    if (formPostId !== null) await platform.notify(versionId, formPostId).catch(() => undefined)
  }
  return { total: files.length, processed: files.length - errors.length, errors }
}

/** No second scan: the file was scanned when it was posted. */
const SCANNED = { write: async () => undefined, finish: async () => undefined, cancel: () => undefined }
