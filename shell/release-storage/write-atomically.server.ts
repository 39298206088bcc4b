import { randomUUID } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'

interface WriteOptions {
  /** Only the owner may read the file, and its folder if that is created. */
  readonly isPrivate?: boolean
  /** Gives the complete draft its name; by default it replaces the file of that name. */
  readonly publish?: (draft: string, file: string) => Promise<void>
}

/**
 * Writes a file, and its folder where it is missing. Readers see the file before or after, never a part of it. The draft beside it has a
 * random name: processes of several containers share folders and have equal process ids, which rules out names by process id, as
 * write-file-atomic has them. A draft that cannot be written or published is deleted.
 */
export async function writeAtomically(
  file: string,
  content: string | Uint8Array | Readable,
  { isPrivate = false, publish = rename }: WriteOptions = {},
): Promise<void> {
  const draft = `${file}.${randomUUID()}`
  await mkdir(path.dirname(file), { recursive: true, ...(isPrivate && { mode: 0o700 }) })
  try {
    await writeFile(draft, content, { flag: 'wx', ...(isPrivate && { mode: 0o600 }) })
    await publish(draft, file)
  } finally {
    await rm(draft, { force: true })
  }
}
