import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import type { Group, SeedUser } from '../domain/content.ts'
import { mergeGroups } from '../domain/merge-groups.ts'
import { readGroupChanges } from '../records/sqlite-groups.ts'
import { createEntryReader } from '../repository/entry-store.ts'
import { loadModel } from '../repository/load-model.ts'
import { PARTS } from './import-seed.ts'
import { PlatformError } from '../errors.ts'

/** How much an export wrote. */
export type ExportReport = { readonly entries: number; readonly users: number }

const BUFFER_CHARACTERS = 1 << 20

/**
 * Write all content to a file that can be imported again: the seed format, one item a line, accounts with the hashes of
 * their passwords. All entries are of one moment, even while the platform runs. Posts, uploads and the outbox are left out.
 */
export function exportContent(content: DatabaseSync, records: DatabaseSync, file: string): ExportReport {
  const unfinished = `${file}.new`
  content.exec('BEGIN')
  const output = openOutput(unfinished)
  try {
    const report = writeAll(content, records, output.write)
    output.end()
    renameSync(unfinished, file)
    return report
  } catch (error) {
    output.end()
    rmSync(unfinished, { force: true })
    throw error
  } finally {
    content.exec('ROLLBACK')
  }
}

/** Write a document of named lists and objects, each list item by item. */
export function writeDocument(
  write: (text: string) => void,
  members: Iterable<readonly [name: string, value: unknown]>,
): void {
  let isFirst = true
  for (const [name, value] of members) {
    write(`${isFirst ? '{' : ','}\n${JSON.stringify(name)}:`)
    isFirst = false
    if (isItems(value)) writeList(write, value)
    else write(JSON.stringify(value))
  }
  write('\n}\n')
}

function isItems(value: unknown): value is Iterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.iterator in value
}

function writeList(write: (text: string) => void, items: Iterable<unknown>): void {
  let isFirst = true
  write('[')
  for (const item of items) {
    write(`${isFirst ? '' : ','}\n${JSON.stringify(item)}`)
    isFirst = false
  }
  write(']')
}

function writeAll(db: DatabaseSync, records: DatabaseSync, write: (text: string) => void): ExportReport {
  const model = loadModel(db)
  if (model === null) throw new PlatformError('platform/not-found', 'The platform holds no content')
  const counts = { entries: 0, users: 0 }
  const entries = createEntryReader(
    db,
    (projectId, typeId) =>
      model.projects.get(projectId.toLowerCase())?.contentTypes.get(typeId.toLowerCase())?.entryTitleField ??
      '',
  )
  function* counted<T>(name: 'entries' | 'users', items: Iterable<T>): Generator<T> {
    for (const item of items) {
      counts[name] += 1
      yield item
    }
  }
  const part = db.prepare('SELECT json FROM part WHERE kind = ?')
  const members = function* (): Generator<readonly [string, unknown]> {
    yield ['meta', { format: 1 }]
    for (const kind of PARTS) {
      const kept = JSON.parse(String(part.get(kind)?.['json'] ?? '[]')) as unknown
      yield [
        kind,
        kind === 'groups' ? mergeGroups(kept as readonly Group[], readGroupChanges(records)) : kept,
      ]
    }
    yield ['users', counted('users', users(records))]
    yield ['entries', counted('entries', entries.all())]
  }
  writeDocument(write, members())
  return counts
}

function* users(db: DatabaseSync): Generator<SeedUser> {
  for (const row of db.prepare('SELECT json, password FROM user_account ORDER BY id').iterate()) {
    const user = JSON.parse(String(row['json'])) as SeedUser
    yield row['password'] === null ? user : { ...user, passwordHash: String(row['password']) }
  }
}

/** A file that is written in large pieces. `end` makes sure that it is on disk. */
export function openOutput(file: string): {
  readonly write: (text: string) => void
  readonly end: () => void
} {
  const handle = openSync(file, 'w', 0o600)
  const state = { buffer: '', open: true }
  return {
    write: (text) => {
      state.buffer += text
      if (state.buffer.length < BUFFER_CHARACTERS) return
      writeSync(handle, state.buffer)
      state.buffer = ''
    },
    end: () => {
      if (!state.open) return
      state.open = false
      writeSync(handle, state.buffer)
      fsyncSync(handle)
      closeSync(handle)
    },
  }
}
