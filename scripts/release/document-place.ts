import { randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { isAddress } from '../../shell/releases/release-store.server.ts'

/** Where the documents of a release store are written: a folder, or an http(s) address that takes conditional PUTs. */
export interface DocumentPlace {
  /** The same for everybody on this machine who means this place. */
  readonly name: string
  /** Null where there is no such file. @throws Error when the place does not answer */
  read(file: string): Promise<Buffer | null>
  /** Write a file that is not there. False, and nothing is written, when it is. */
  create(file: string, bytes: Buffer): Promise<boolean>
  /** Write over a file. At an address: false, and nothing is written, when it has changed since it was last read here. */
  replace(file: string, bytes: Buffer): Promise<boolean>
}

export const documentPlace = (place: string): DocumentPlace =>
  isAddress(place) ? atAddress(place.replace(/\/+$/, '')) : inFolder(path.resolve(place))

function inFolder(folder: string): DocumentPlace {
  /** Whole under another name first: whoever reads sees all of it or none. */
  const draft = async (file: string, bytes: Buffer): Promise<string> => {
    const next = path.join(folder, `${file}.${randomUUID()}`)
    await mkdir(path.dirname(next), { recursive: true })
    await writeFile(next, bytes)
    return next
  }
  return {
    name: folder,
    read: (file) =>
      readFile(path.join(folder, file)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null
        throw error
      }),
    async create(file, bytes) {
      const next = await draft(file, bytes)
      try {
        await link(next, path.join(folder, file))
        return true
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
        throw error
      } finally {
        await rm(next)
      }
    },
    async replace(file, bytes) {
      await rename(await draft(file, bytes), path.join(folder, file))
      return true
    },
  }
}

const DEADLINE_MS = 10_000

function atAddress(base: string): DocumentPlace {
  const tags = new Map<string, string | null>()
  const put = async (file: string, bytes: Buffer, condition: Record<string, string>): Promise<boolean> => {
    const body = new Uint8Array(bytes)
    const response = await ask(`${base}/${file}`, { method: 'PUT', body, headers: condition })
    if (response.ok) return true
    if (response.status === 412) return false
    throw new Error(`${base}/${file} cannot be written: status ${response.status}`)
  }
  return {
    name: base,
    async read(file) {
      const response = await ask(`${base}/${file}`, {})
      if (response.status !== 404 && !response.ok)
        throw new Error(`${base}/${file} cannot be read: status ${response.status}`)
      tags.set(file, response.ok ? response.headers.get('etag') : null)
      return response.ok ? Buffer.from(await response.arrayBuffer()) : null
    },
    create: (file, bytes) => put(file, bytes, { 'if-none-match': '*' }),
    replace(file, bytes) {
      const tag = tags.get(file)
      return put(file, bytes, tag ? { 'if-match': tag } : { 'if-none-match': '*' })
    },
  }
}

const ask = (url: string, init: RequestInit): Promise<Response> =>
  fetch(url, { ...init, signal: AbortSignal.timeout(DEADLINE_MS), redirect: 'error' })
