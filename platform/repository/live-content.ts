import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { readSetting, writeSetting } from '../records/record-schema.ts'

/** The content database that is live, or null. The records say which of the files it is, so a new one replaces it at once. */
export function liveContentFile(records: DatabaseSync, folder: string): string | null {
  const name = readSetting(records, 'content')
  return name === null ? null : join(folder, name)
}

/** Make a content database of the folder the live one. Part of the caller's transaction. */
export function setLiveContent(records: DatabaseSync, name: string): void {
  writeSetting(records, 'content', name)
}

const ATTEMPTS = 5

/** Open the live content. Null when there is none; a file that was replaced while it was being opened is not the end. */
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
