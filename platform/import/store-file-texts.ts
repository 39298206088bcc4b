import type { DatabaseSync } from 'node:sqlite'
import { assetFile } from '../files/asset-file.ts'
import { isReadable } from '../files/file-text.ts'
import { READ_AT_ONCE, startFileReaders } from '../workers/file-readers.ts'

/**
 * Read and store the text inside the files of all assets, for `_searchContent`. The text of a file that is missing, broken,
 * too large or too slow to read is not searched; gives these files, each with its reason. Source: protocol 1.12.
 */
export async function storeFileTexts(db: DatabaseSync, assets: string): Promise<readonly string[]> {
  const uris = db
    .prepare('SELECT DISTINCT uri FROM entry WHERE uri IS NOT NULL ORDER BY uri')
    .all()
    .map((row) => String(row['uri']))
    .filter(isReadable)
  const keep = db.prepare('INSERT OR REPLACE INTO file (uri, text) VALUES (?, ?)')
  const readers = startFileReaders()
  const unread: string[] = []
  try {
    for (let at = 0; at < uris.length; at += READ_AT_ONCE)
      await Promise.all(
        uris.slice(at, at + READ_AT_ONCE).map(async (uri) => {
          const file = assetFile(assets, uri)
          const read =
            file === null ? { error: 'the path leads out of the folder' } : await readers.read(file)
          if ('error' in read) unread.push(`${uri}: ${read.error}`)
          else if (read.text !== '') keep.run(uri, read.text)
        }),
      )
  } finally {
    await readers.close()
  }
  return unread
}
