import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { readSetting, writeSetting } from '../records/record-schema.ts'

/** The file of the live content, or null. The records name it, so an import replaces it in one step. */
export function liveContentFile(records: DatabaseSync, folder: string): string | null {
  const name = readSetting(records, 'content')
  return name === null ? null : join(folder, name)
}

/** Make a content database of the folder the live one. Part of the caller's transaction. */
export function setLiveContent(records: DatabaseSync, name: string): void {
  writeSetting(records, 'content', name)
}

const ATTEMPTS = 5

/** Open the live content; null when there is none. When the file is replaced while it is being opened, the new one is opened. */
export function openLive<T>(records: DatabaseSync, folder: string, open: (file: string) => T): T | null {
  for (let attempt = 1; ; attempt += 1) {
    const file = liveContentFile(records, folder)
    if (file === null) return null
    try {
      if (existsSync(file)) return open(file)
      if (attempt >= ATTEMPTS) return null
    } catch (error) {
      if (attempt >= ATTEMPTS) throw error
    }
  }
}
