import { existsSync, writeSync } from 'node:fs'
import { resolve } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { parseArgs } from 'node:util'
import { recordsFile } from '../data-folder.ts'
import { columnsOf, nameOfColumn } from '../domain/describe-form.ts'
import { removeUploads, uploadFolderOf } from '../files/upload-folder.ts'
import { countPosts, readPost, readPosts, type PostFilter } from '../records/find-posts.ts'
import { createRecordTables } from '../records/record-schema.ts'
import { createRecordWriter } from '../records/sqlite-records.ts'
import { openReader, openWriter } from '../repository/connection.ts'
import { openLive } from '../repository/live-content.ts'
import { loadModel } from '../repository/load-model.ts'
import { pruneTaskOf, removeOld } from '../retention.ts'
import { countAnswers } from './count-answers.ts'
import { copyFiles, exportedName, writeCsv, writeJson, writeWhole } from './export-posts.ts'
import { plain, say } from './say.ts'
import { DEFAULTS } from './serve.ts'
import { UsageError } from './usage-error.ts'

/** How `forms` is called. */
export const FORMS_USAGE = `Usage: npm run forms -- COMMAND [--data FOLDER]
  list                      the forms that have posts, and how many
  show ID                   one post, by its number or its reference
  count --form FORM --by FIELD [--by FIELD] [--since DATE]
                            how many posts have the same answers to fields, named by their label or id
  export [--form FORM] [--since DATE] [--format csv|json] [--out FILE] [--files FOLDER] [--no-bom]
  prune [--older-than DAYS] [--dry-run]
                            remove posts and files that are older than their forms say, or than DAYS
  remove ID                 remove one post with its files and the messages about it`

const TEXT = { type: 'string' } as const
const FLAG = { type: 'boolean' } as const
const OPTIONS = {
  data: TEXT,
  form: TEXT,
  by: { type: 'string', multiple: true },
  since: TEXT,
  format: TEXT,
  out: TEXT,
  files: TEXT,
  'no-bom': FLAG,
  'older-than': TEXT,
  'dry-run': FLAG,
} as const

type Values = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>['values']
type Call = {
  readonly db: DatabaseSync
  readonly folder: string
  readonly values: Values
  readonly id: string
}

/** One command. */
interface Command {
  readonly run: (call: Call) => void | Promise<void>
  /** The options that it takes besides `data`. */
  readonly takes: readonly (keyof Values)[]
  readonly needsId?: boolean
}

const COMMANDS: Readonly<Record<string, Command>> = {
  list: { run: list, takes: [] },
  show: { run: show, takes: [], needsId: true },
  count: { run: count, takes: ['form', 'by', 'since'] },
  export: { run: exportPosts, takes: ['form', 'since', 'format', 'out', 'files', 'no-bom'] },
  prune: { run: prune, takes: ['older-than', 'dry-run'] },
  remove: { run: remove, takes: [], needsId: true },
}

/** @throws UsageError for an unknown option, or one without its value */
function readArguments(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true, strict: true })
  } catch (error) {
    // Node adds advice about positional arguments after the first sentence.
    const [problem] = (error as Error).message.split('. ')
    throw new UsageError(`${problem}\n${FORMS_USAGE}`)
  }
}

/** `forms list | show | count | export | prune | remove`: the posts of forms, for the site's operator. The platform may be running. */
export async function formsCommand(args: readonly string[]): Promise<void> {
  const { positionals, values } = readArguments(args)
  const [name = '', id = '', ...more] = positionals
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (command === undefined || more.length > 0 || (command.needsId ?? false) === (id === ''))
    throw new UsageError(FORMS_USAGE)
  const taken: readonly string[] = [...command.takes, 'data']
  const other = Object.keys(values).find((option) => !taken.includes(option))
  if (other !== undefined) throw new UsageError(`"${name}" takes no --${other}\n${FORMS_USAGE}`)
  const folder = resolve(values.data ?? DEFAULTS.data)
  if (!existsSync(resolve(folder, 'platform.db'))) throw new Error(`${folder} holds no form posts`)
  const db = openWriter(recordsFile(folder))
  try {
    createRecordTables(db)
    await command.run({ db, folder, values, id })
  } finally {
    db.close()
  }
}

function list({ db }: Call): void {
  const forms = countPosts(db)
  for (const { form, title, posts, files, first, last } of forms)
    say(`${form}  ${title}  ${posts} posts, ${files} files  ${first} to ${last}`)
  if (forms.length === 0) say('There are no form posts')
}

function postOf({ db, id }: Call) {
  const post = readPost(db, id)
  if (post === null) throw new Error(`There is no form post "${plain(id)}"`)
  return post
}

function show(call: Call): void {
  const { id, form, title, version, language, reference, received, fields, labels, files } = postOf(call)
  say(`Post ${id} of ${form} (${title}), version ${version}${language === '' ? '' : `, ${language}`}`)
  say(`Reference ${reference}, received ${received}\n`)
  for (const [column, value] of columnsOf(fields)) say(`${nameOfColumn(column, labels)}: ${value}`)
  for (const file of files) say(`File ${exportedName(file)}: ${file.name}, ${file.type}, ${file.size} bytes`)
}

function readFilter({ form, since }: Values): PostFilter {
  if (since !== undefined && Number.isNaN(Date.parse(since)))
    throw new Error(`--since must be a date such as 2026-01-31, not "${since}"`)
  return { form: form ?? null, since: since === undefined ? null : new Date(since).toISOString() }
}

function count({ db, values }: Call): void {
  const { by = [] } = values
  const filter = readFilter(values)
  if (filter.form === null || by.length === 0) throw new UsageError(FORMS_USAGE)
  for (const { posts, answers } of countAnswers(readPosts(db, filter), by))
    say(`${posts}  ${answers.join('  ')}`)
}

function exportPosts({ db, folder, values }: Call): void {
  const filter = readFilter(values)
  const format = values.format ?? 'csv'
  if (format !== 'csv' && format !== 'json') throw new Error(`--format must be csv or json, not "${format}"`)
  // A transaction: the export reads one state of the records, even when posts arrive meanwhile.
  db.exec('BEGIN')
  let count = 0
  const work = (write: (text: string) => void): void => {
    count = format === 'json' ? writeJson(db, filter, write) : writeCsv(db, filter, !values['no-bom'], write)
  }
  if (values.out === undefined) work((text) => writeAll(text))
  else writeWhole(resolve(values.out), work)
  const copied =
    values.files === undefined ? null : copyFiles(db, filter, uploadFolderOf(folder), resolve(values.files))
  db.exec('COMMIT')
  const where = values.out === undefined ? '' : ` to ${values.out}`
  const files = copied === null ? '' : `, ${copied.count} files to ${values.files}`
  process.stderr.write(`Exported ${count} posts${where}${files}\n`)
  if (copied && copied.failures.length > 0)
    throw new Error(`${copied.failures.length} files could not be copied:\n${copied.failures.join('\n')}`)
}

// A pipe that is full accepts only part of the bytes, or none (EAGAIN); the rest has to be written again.
function writeAll(text: string): void {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length;) {
    try {
      at += writeSync(process.stdout.fd, bytes, at)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
    }
  }
}

async function prune({ db, folder, values }: Call): Promise<void> {
  const days = values['older-than']
  if (days !== undefined && !/^[1-9]\d{0,4}$/.test(days))
    throw new Error(`--older-than must be a number of days, not "${days}"`)
  const model = openLive(db, folder, (file) => {
    const reader = openReader(file).db
    try {
      return loadModel(reader)
    } finally {
      reader.close()
    }
  })
  const dryRun = values['dry-run'] ?? false
  const task = pruneTaskOf(model, Date.now(), days === undefined ? null : Number(days), dryRun)
  const { posts, files, left } = await removeOld(
    createRecordWriter(db),
    uploadFolderOf(folder),
    task,
    Date.now(),
  )
  say(
    dryRun
      ? `${posts} posts with ${files} files are too old and would be removed`
      : `Removed ${posts} posts with ${files} files, and ${left} files that belonged to no post`,
  )
}

async function remove(call: Call): Promise<void> {
  const { id, form } = postOf(call)
  const { files } = createRecordWriter(call.db).prunePosts({
    before: null,
    byForm: {},
    most: 1,
    dryRun: false,
    only: id,
  })
  await removeUploads(uploadFolderOf(call.folder), files)
  say(`Removed post ${id} of ${form} with ${files.length} files`)
}
