import { link, readdir, readFile, rm, rmdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { FileTooLong, type StoredFile, type ReleaseStorage } from './storage.server.ts'
import { writeAtomically } from './write-atomically.server.ts'

/** A release store in a folder, which several processes and machines may share. */
export function folderStorage(folder: string): ReleaseStorage {
  const at = (file: string): string => path.join(folder, ...file.split('/'))
  const write = (file: string, bytes: Buffer): Promise<void> => writeAtomically(at(file), bytes)
  return {
    name: folder,
    async read(file, maxBytes = Infinity) {
      const bytes = await orNull(readFile(at(file)))
      if (bytes && bytes.length > maxBytes) throw new FileTooLong(maxBytes)
      return bytes
    },
    async create(file, bytes) {
      try {
        await writeAtomically(at(file), bytes, { publish: link })
        return true
      } catch (error) {
        if (codeOf(error) === 'EEXIST') return false
        throw error
      }
    },
    async replace(file, bytes) {
      await write(file, bytes)
      return true
    },
    files: {
      write,
      list: (below) => filesBelow(folder, below),
      async remove(file) {
        await rm(at(file), { force: true })
        await removeEmpty(path.dirname(at(file)), folder)
      },
      everyMs: 0,
      folder,
    },
  }
}

async function filesBelow(folder: string, below: string): Promise<readonly StoredFile[]> {
  const items = await orNull(readdir(path.join(folder, below), { recursive: true, withFileTypes: true }))
  const found = (items ?? [])
    .filter((item) => item.isFile())
    .map(async (item): Promise<readonly StoredFile[]> => {
      const file = path.join(item.parentPath, item.name)
      const stats = await orNull(stat(file)) // it may have been deleted meanwhile
      const name = path.relative(folder, file).replaceAll(path.sep, '/')
      return stats ? [{ file: name, ageMs: Date.now() - stats.mtimeMs }] : []
    })
  return (await Promise.all(found)).flat()
}

/** Deletes empty folders, except those at the store's first level. */
async function removeEmpty(folder: string, top: string): Promise<void> {
  for (
    let emptied = folder;
    path.dirname(emptied).startsWith(top + path.sep);
    emptied = path.dirname(emptied)
  ) {
    try {
      await rmdir(emptied)
    } catch {
      return // the folder is not empty, or another process has deleted it
    }
  }
}

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code

const orNull = <T>(wanted: Promise<T>): Promise<T | null> =>
  wanted.catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  })
