import { readFile } from 'node:fs/promises'
import path from 'node:path'
import * as v from 'valibot'
import { releaseError } from '../errors.ts'
import { DOCUMENT_FILE, ReleaseDocumentSchema, type ReleaseDocument } from './release.ts'

/** How long a release store may take for one file. */
const STORE_DEADLINE_MS = 10_000
const MAX_DOCUMENT_BYTES = 1_000_000

/** Where releases come from: a folder or an http(s) address with the same layout. Nothing it says is trusted unchecked. */
export interface ReleaseStore {
  /** @throws AppError release/store-unreachable, release/document-invalid */
  readDocument(): Promise<ReleaseDocument>
  /** Bytes of one file, at most `maxBytes`. @throws AppError release/store-unreachable, release/file-invalid */
  readFile(app: string, version: string, file: string, maxBytes: number): Promise<Buffer>
}

/** A release store at a folder or at an address. */
export function createReleaseStore(place: string): ReleaseStore {
  const read = /^https?:\/\//.test(place) ? fromAddress(place) : fromFolder(place)
  return {
    async readDocument() {
      const bytes = await read([DOCUMENT_FILE], MAX_DOCUMENT_BYTES)
      try {
        return v.parse(ReleaseDocumentSchema, JSON.parse(bytes.toString('utf8')))
      } catch (cause) {
        throw releaseError('release/document-invalid', { cause })
      }
    },
    readFile: (app, version, file, maxBytes) => read([app, version, ...file.split('/')], maxBytes),
  }
}

type Read = (segments: readonly string[], maxBytes: number) => Promise<Buffer>

const fromFolder =
  (folder: string): Read =>
  async (segments, maxBytes) => {
    const file = path.join(folder, ...segments)
    try {
      const bytes = await readFile(file)
      if (bytes.length <= maxBytes) return bytes
    } catch (cause) {
      throw releaseError('release/store-unreachable', { cause, details: { file } })
    }
    throw releaseError('release/file-invalid', { details: { file, maxBytes } })
  }

const fromAddress =
  (base: string): Read =>
  async (segments, maxBytes) => {
    const url = `${base.replace(/\/+$/, '')}/${segments.map(encodeURIComponent).join('/')}`
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(STORE_DEADLINE_MS), redirect: 'error' })
      if (!response.ok || !response.body) throw new Error(`status ${response.status}`)
      return await readCapped(response.body, maxBytes)
    } catch (cause) {
      throw releaseError('release/store-unreachable', { cause, details: { url } })
    }
  }

async function readCapped(body: ReadableStream<Uint8Array>, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > maxBytes) throw new Error(`more than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
