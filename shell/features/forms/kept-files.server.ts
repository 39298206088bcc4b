import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FormRules } from '@tessera/shared/config'
import type { PostedFile } from '@tessera/shared/contract'
import { gatewayError } from '../../errors.ts'
import type { Sealer } from '../identity/sealer.server.ts'
import type { FileOnItsWay } from './receive-file.server.ts'

/** Files of forms without JavaScript, stored until the form is sent. Each is encrypted with its own key, which only the form has. */
export interface KeptFiles {
  /** Stores a file. @throws AppError gateway/limited when there is no room; and the errors of its chunks */
  keep(file: FileOnItsWay, facts: Pick<PostedFile, 'name' | 'type'>): Promise<PostedFile>
  /** The content of a stored file. @throws AppError gateway/file-gone */
  read(file: PostedFile): Promise<Readable>
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
interface Ticket {
  readonly id: string
  /** AES key and, below, initial counter block, both base64url. */
  readonly key: string
  readonly iv: string
}

const PURPOSE = 'form file'
const CIPHER = 'aes-256-ctr'
const RETRY_SECONDS = 60

export function createKeptFiles(
  { keptMs, keptBytes }: Pick<FormRules['uploads'], 'keptMs' | 'keptBytes'>,
  { folder, sealer, now }: Parts,
): KeptFiles {
  const placeOf = (id: string) => path.join(folder, id)
  const filesOf = () => listFiles(folder, now())
  const readTicket = ({ token }: PostedFile): Ticket => {
    const ticket = sealer.open(PURPOSE, token) as Ticket | null
    if (ticket === null) throw gatewayError('gateway/file-gone')
    return ticket
  }
  const kept: KeptFiles = {
    async keep(file, facts) {
      const [id, key, iv] = [randomBytes(16).toString('hex'), randomBytes(32), randomBytes(16)]
      try {
        await kept.sweep()
        const used = (await filesOf()).reduce((sum, { size }) => sum + size, 0)
        if (used >= keptBytes)
          throw gatewayError('gateway/limited', { details: { retryAfterSeconds: RETRY_SECONDS } })
        await mkdir(folder, { recursive: true, mode: 0o700 })
        await pipeline(
          Readable.from(file.pieces, { objectMode: false }),
          createCipheriv(CIPHER, key, iv),
          createWriteStream(placeOf(id), { flags: 'wx', mode: 0o600 }),
          { signal: file.signal },
        )
      } catch (thrown) {
        await rm(placeOf(id), { force: true })
        throw file.signal.aborted ? file.signal.reason : thrown
      } finally {
        file.drop()
      }
      const ticket: Ticket = { id, key: key.toString('base64url'), iv: iv.toString('base64url') }
      return { ...facts, sizeBytes: file.size(), token: sealer.seal(PURPOSE, ticket, keptMs) }
    },
    async read(file) {
      const { id, key, iv } = readTicket(file)
      const isThere = await stat(placeOf(id)).catch(() => null)
      if (!isThere) throw gatewayError('gateway/file-gone')
      const decipher = createDecipheriv(CIPHER, Buffer.from(key, 'base64url'), Buffer.from(iv, 'base64url'))
      // Read errors are passed to the returned stream.
      pipeline(createReadStream(placeOf(id)), decipher).catch((error: Error) => decipher.destroy(error))
      return decipher
    },
    async drop(file) {
      const ticket = sealer.open(PURPOSE, file.token) as Ticket | null
      if (ticket) await rm(placeOf(ticket.id), { force: true })
    },
    async sweep() {
      const old = (await filesOf()).filter(({ age }) => age > keptMs)
      await Promise.all(old.map(({ name }) => rm(placeOf(name), { force: true })))
    },
  }
  return kept
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
