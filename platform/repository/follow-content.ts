import type { DatabaseSync } from 'node:sqlite'
import type { Model } from '../domain/model.ts'
import { PlatformError } from '../errors.ts'
import { openReader, type Reader } from './connection.ts'
import { liveContentFile, openLive } from './live-content.ts'
import { readGeneration, refreshModel } from './load-model.ts'
import type { Repository } from './repository.ts'
import { createSqliteRepository } from './sqlite-repository.ts'

/** The live content, open for reading. */
export type Content = {
  readonly db: DatabaseSync
  readonly model: Model
  readonly repository: Repository
}

/** Gives the newest content: after a write changed parts are read again, after an import the new file is opened. */
export function followContent(
  records: DatabaseSync,
  folder: string,
): { readonly content: () => Content; readonly generation: () => string; readonly close: () => void } {
  const held: { file: string; reader: Reader | null; generation: string; content: Content | null } = {
    file: '',
    reader: null,
    generation: '',
    content: null,
  }
  const reader = (): Reader => {
    if (held.reader !== null && held.file === liveContentFile(records, folder)) return held.reader
    const opened = openLive(records, folder, (file) => ({ file, reader: openReader(file) }))
    if (opened === null) throw new PlatformError('platform/not-found', 'The platform holds no content')
    held.reader?.db.close()
    Object.assign(held, opened, { content: null })
    return opened.reader
  }
  return {
    generation: () => readGeneration(reader().db),
    close: () => held.reader?.db.close(),
    content: () => {
      const open = reader()
      const generation = readGeneration(open.db)
      if (held.content !== null && held.generation === generation) return held.content
      const model = refreshModel(open.db, held.content?.model ?? null)
      if (model === null) throw new PlatformError('platform/not-found', 'The platform holds no content')
      held.content = { db: open.db, model, repository: createSqliteRepository(open, model) }
      held.generation = generation
      return held.content
    },
  }
}
