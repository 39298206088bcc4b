import { basename } from 'node:path'
import { mergeGroups, type GroupChange } from './domain/merge-groups.ts'
import type { Model } from './domain/model.ts'
import { PlatformError } from './errors.ts'
import { openReader } from './repository/connection.ts'
import { followContent } from './repository/follow-content.ts'
import { openLive } from './repository/live-content.ts'
import { refreshModel } from './repository/load-model.ts'
import { readSetting } from './records/record-schema.ts'
import { readGroupChanges } from './records/sqlite-groups.ts'
import type { CachedReaders } from './workers/answer-cache.ts'
import type { DataPaths } from './workers/pools.ts'

/** How often this thread checks whether another process, such as an import, changed the content, in milliseconds. */
const WATCH_MS = 1000

type ReadContent = { readonly file: string; readonly model: Model; readonly assets: string | null }

/** The newest state of the content, for this thread. */
export type Content = {
  readonly model: () => Model
  /** The folder of asset files that belongs to the content, or null. */
  readonly assets: () => string | null
  readonly refresh: () => Promise<void>
  /**
   * Check every second whether another process, such as an import, changed the content. `note` is called with the name of its file, at
   * once and when another one is live, and again when that failed.
   */
  readonly watch: (note: (file: string) => Promise<void>) => void
  readonly close: () => void
}

/** The model of this thread, read again when content changes; the answer cache is then cleared. */
export async function openContent(
  paths: DataPaths,
  readers: Pick<CachedReaders, 'forget'>,
): Promise<Content> {
  const records = openReader(paths.records).db
  const read = (known: Model | null): ReadContent => {
    const found = openLive(records, paths.folder, (file) => {
      const { db } = openReader(file)
      try {
        return { file, model: refreshModel(db, known), assets: readSetting(db, 'assets') || null }
      } finally {
        db.close()
      }
    })
    if (!found?.model) throw new PlatformError('platform/seed', `${paths.folder} holds no content`)
    return { ...found, model: found.model }
  }
  // Imports do not change groups that were edited here, so the edits are stored with the records.
  const readGroups = (): string => JSON.stringify(readGroupChanges(records))
  const withGroups = (model: Model, changes: string): Model => ({
    ...model,
    groups: mergeGroups(model.groups, JSON.parse(changes) as readonly GroupChange[]),
  })
  // Read by this thread: a change that is stored must not fail because no reader is free.
  const live = followContent(records, paths.folder)
  const first = { content: read(null), groups: readGroups() }
  const held = {
    ...first,
    model: withGroups(first.content.model, first.groups),
    generation: live.generation(),
  }
  const refresh = async (): Promise<void> => {
    const [generation, groups] = [live.generation(), readGroups()]
    if (generation === held.generation && groups === held.groups) return
    const content = generation === held.generation ? held.content : read(held.content.model)
    Object.assign(held, { content, groups, generation, model: withGroups(content.model, groups) })
    readers.forget()
  }
  let timer: NodeJS.Timeout | undefined
  return {
    model: () => held.model,
    assets: () => held.content.assets,
    refresh,
    watch: (note) => {
      let noted = ''
      const check = async (): Promise<void> => {
        await refresh()
        const file = basename(held.content.file)
        if (file !== noted) await note(file)
        noted = file
      }
      // The next check repeats one that failed; until content changes, the current model stays valid.
      const tryCheck = () => void check().catch(() => undefined)
      tryCheck()
      timer = setInterval(tryCheck, WATCH_MS).unref()
    },
    close: () => {
      clearInterval(timer)
      live.close()
      records.close()
    },
  }
}
