import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { PlatformError } from '../errors.ts'

/** The folder for files of form posts in a data folder. It is never served. */
export const uploadFolderOf = (dataFolder: string): string => join(dataFolder, 'uploads')

/** A file that is stored on disk. Its name in the folder is generated, not the sender's. */
export type StoredFile = {
  readonly stored: string
  readonly size: number
  /** SHA-256 of the file's bytes, as hexadecimal digits. */
  readonly hash: string
}

/** Checks the first bytes of a file as soon as they have arrived; throws to refuse the file. */
export type CheckHead = (head: Buffer) => void

const HEAD_BYTES = 512
const [FOLDER_MODE, FILE_MODE] = [0o700, 0o600]
/** The file name extension of files that are still arriving. */
const PART = '.part'

/**
 * Write a stream into the folder of uploads, chunk by chunk: reading waits for the disk, so that a file of any size
 * takes the memory of one chunk. The file is on disk when this returns; when it throws, nothing is left.
 * Throws `platform/too-large`, `platform/bad-request` for an empty file, and what `checkHead` throws.
 */
export async function storeUpload(
  folder: string,
  body: AsyncIterable<Buffer>,
  maxBytes: number,
  checkHead: CheckHead,
): Promise<StoredFile> {
  await mkdir(folder, { recursive: true, mode: FOLDER_MODE })
  const stored = randomUUID()
  const part = join(folder, `${stored}${PART}`)
  try {
    const file = await open(part, 'wx', FILE_MODE)
    let written: Omit<StoredFile, 'stored'>
    try {
      written = await writeAll(file, body, maxBytes, checkHead)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(part, join(folder, stored))
    await syncFolder(folder)
    return { stored, ...written }
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

async function writeAll(
  file: FileHandle,
  body: AsyncIterable<Buffer>,
  maxBytes: number,
  checkHead: CheckHead,
): Promise<Omit<StoredFile, 'stored'>> {
  const hash = createHash('sha256')
  let head: Buffer | null = Buffer.alloc(0)
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > maxBytes) throw new PlatformError('platform/too-large', `A file has ${maxBytes} bytes at most`)
    if (head !== null) {
      head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES)])
      if (head.length >= HEAD_BYTES) {
        checkHead(head)
        head = null
      }
    }
    hash.update(chunk)
    await writeWhole(file, chunk)
  }
  if (size === 0) throw new PlatformError('platform/bad-request', 'The upload holds no file')
  if (head !== null) checkHead(head)
  return { size, hash: hash.digest('hex') }
}

async function writeWhole(file: FileHandle, chunk: Buffer): Promise<void> {
  for (let at = 0; at < chunk.length;) at += (await file.write(chunk, at)).bytesWritten
}

// A new file name survives a power cut only after its folder was synced too.
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Remove files. Missing ones are ignored. */
export async function removeUploads(folder: string, names: readonly (string | null)[]): Promise<void> {
  for (const name of names) if (name !== null) await rm(join(folder, name), { force: true })
}

/**
 * Remove what a crash has left: incomplete files, and files that belong to no post. Files changed since `untouchedSince` are
 * kept, because another process may still be writing them. Gives how many were removed.
 */
export async function sweepUploads(
  folder: string,
  isKnown: (stored: string) => Promise<boolean>,
  untouchedSince: number,
): Promise<number> {
  let removed = 0
  for (const name of await namesIn(folder)) {
    const path = join(folder, name)
    const changed = await stat(path).catch(() => null)
    if (changed === null || changed.mtimeMs >= untouchedSince) continue
    if (!name.endsWith(PART) && (await isKnown(name))) continue
    await rm(path, { force: true })
    removed += 1
  }
  return removed
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
