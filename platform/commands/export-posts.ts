import {
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  closeSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { columnsOf, nameOfColumn } from '../domain/describe-form.ts'
import {
  readHeldBytes,
  readPosts,
  type PostFile,
  type PostFilter,
  type ReadPost,
} from '../records/find-posts.ts'
import { BYTE_ORDER_MARK, csvLine } from './write-csv.ts'

/** Writes one piece of a text. */
export type Write = (text: string) => void

/** Write posts as a JSON list. Gives how many. */
export function writeJson(db: DatabaseSync, filter: PostFilter, write: Write): number {
  let count = 0
  for (const post of readPosts(db, filter)) {
    write(`${count === 0 ? '[' : ','}\n${JSON.stringify(toJson(post))}`)
    count += 1
  }
  write(count === 0 ? '[]\n' : '\n]\n')
  return count
}

function toJson({ labels, files, ...post }: ReadPost): object {
  const answers = [...columnsOf(post.fields)].map(([column, value]) => ({
    question: nameOfColumn(column, labels),
    answer: value,
  }))
  return {
    ...post,
    answers,
    files: files.map(({ stored: _stored, ...file }) => ({ ...file, exported: exportedName(file) })),
  }
}

const FIXED = ['Reference', 'Post', 'Form', 'Version', 'Language', 'Received']

/**
 * Write posts as CSV, a column for every question that any of them answers, in the order of their forms. It reads the posts
 * twice, so that they never have to be in memory all at once. Gives how many.
 */
export function writeCsv(db: DatabaseSync, filter: PostFilter, withMark: boolean, write: Write): number {
  const columns = columnsIn(db, filter)
  write((withMark ? BYTE_ORDER_MARK : '') + csvLine([...FIXED, ...columns.values(), 'Files']))
  let count = 0
  for (const post of readPosts(db, filter)) {
    const values = columnsOf(post.fields)
    const own = [...columns.keys()].map((key) => {
      const [form, column = ''] = key.split('\n')
      return form === post.form ? (values.get(column) ?? '') : ''
    })
    const { reference, id, title, version, language, received } = post
    const files = post.files.map(exportedName).join('; ')
    write(csvLine([reference, String(id), title, version, language, received, ...own, files]))
    count += 1
  }
  return count
}

/** Headings by form and column. The first language and version that names a question names its column. */
function columnsIn(db: DatabaseSync, filter: PostFilter): ReadonlyMap<string, string> {
  const headings = new Map<string, string>()
  const forms = new Map<string, string>()
  const orders = new Map<string, Map<string, number>>()
  for (const { form, title, fields, labels } of readPosts(db, filter)) {
    forms.set(form, forms.get(form) ?? title)
    const order = orders.get(form) ?? new Map<string, number>()
    for (const id of labels.keys()) if (!order.has(id)) order.set(id, order.size)
    orders.set(form, order)
    for (const column of columnsOf(fields).keys())
      if (!headings.has(`${form}\n${column}`))
        headings.set(`${form}\n${column}`, nameOfColumn(column, labels))
  }
  const formIds = [...forms.keys()]
  const rankOf = (key: string): readonly [number, number] => {
    const [form = '', column = ''] = key.split('\n')
    return [
      formIds.indexOf(form),
      orders.get(form)?.get(column.split(' ')[0] ?? '') ?? Number.MAX_SAFE_INTEGER,
    ]
  }
  const sorted = [...headings].sort(([a], [b]) => {
    const [left, right] = [rankOf(a), rankOf(b)]
    return left[0] - right[0] || left[1] - right[1]
  })
  // With several forms in one file each heading names its form.
  return new Map(
    sorted.map(([key, name]) => [
      key,
      forms.size > 1 ? `${forms.get(key.split('\n')[0] ?? '') ?? ''}: ${name}` : name,
    ]),
  )
}

/** In bytes of UTF-8: with the id and `.part` it fits any file system, also an encrypted one, which takes 143. */
const MAX_NAME_BYTES = 110

/** The path of a file in an export: our own id, then the safe characters at the end of the name that the sender gave it. */
export function exportedName({ id, name }: Pick<PostFile, 'id' | 'name'>): string {
  const harmless = name.replaceAll(/[^\p{L}\p{N}._ -]/gu, '_')
  return `${id}-${lastBytes(harmless, MAX_NAME_BYTES)}`
}

/** The whole characters at the end of a text that have at most so many bytes. */
function lastBytes(text: string, most: number): string {
  const characters = [...text]
  let size = Buffer.byteLength(text)
  const start = characters.findIndex((character) => {
    if (size <= most) return true
    size -= Buffer.byteLength(character)
    return false
  })
  return characters.slice(start).join('')
}

/** What was copied, and what could not be. */
interface Copied {
  readonly count: number
  readonly failures: readonly string[]
}

/** Copy the files of posts into a folder, each whole or not at all. One that cannot be copied does not stop the others. */
export function copyFiles(db: DatabaseSync, filter: PostFilter, uploads: string, folder: string): Copied {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const failures: string[] = []
  let count = 0
  for (const { files } of readPosts(db, filter))
    for (const file of files) {
      const target = join(folder, exportedName(file))
      const part = `${target}.part`
      try {
        if (file.stored === null) writeFileSync(part, readHeldBytes(db, file.id), { mode: 0o600 })
        else if (existsSync(join(uploads, file.stored))) copyFileSync(join(uploads, file.stored), part)
        // The post of this file was removed after the export had begun.
        else continue
        renameSync(part, target)
        count += 1
      } catch (error) {
        rmSync(part, { force: true })
        failures.push(`${exportedName(file)}: ${(error as Error).message}`)
      }
    }
  return { count, failures }
}

/** Write a file completely; when the work fails or the process is killed, no file appears under its name. */
export function writeWhole(path: string, work: (write: Write) => void): void {
  mkdirSync(dirname(path), { recursive: true })
  const part = `${path}.part`
  const file = openSync(part, 'w', 0o600)
  try {
    work((text) => void writeSync(file, text))
    fsyncSync(file)
    closeSync(file)
    renameSync(part, path)
  } catch (error) {
    rmSync(part, { force: true })
    throw error
  }
}
