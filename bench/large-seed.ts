import { closeSync, cpSync, openSync, readdirSync, readFileSync, writeSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from '../scripts/paths/root.ts'

interface Template {
  readonly key: string
  readonly contentTypeId: string
  readonly variations: Readonly<Record<string, { readonly published?: { readonly fields: Fields } }>>
}
type Fields = Readonly<Record<string, unknown>>

interface TemplateNode {
  readonly key: string
  readonly parentId: string | null
}

const DEMONSTRATION = path.join(ROOT, 'platform/content')
/** The content type of which a council has most entries. */
const TYPE = 'planningApplication'
const BUFFER_CHARACTERS = 1 << 20

/** Pages below one parent. If all had the same parent, the menu tree would exceed the platform's limit of 20,000 nodes. */
const FOLDER_SIZE = 1_000

/**
 * Write the demonstration content with `entries` more planning applications into a folder: each is a copy of an existing one
 * with a new reference and the summary of another, and has a page of its own, a thousand to a folder.
 */
export function writeLargeSeed(folder: string, entries: number): void {
  cpSync(DEMONSTRATION, folder, { recursive: true })
  const templates = readTemplates()
  const parentId = readNodes().find(({ key }) => /\/applications\/[^/]+$/.test(key))?.parentId ?? null
  const numbers = Array.from({ length: entries }, (_, at) => at)
  writeList(path.join(folder, 'entries/bench.json'), 'entries', numbers, (at) => copyOf(at, templates))
  const folders = numbers.slice(0, Math.ceil(entries / FOLDER_SIZE))
  writeList(path.join(folder, 'nodes/bench-folders.json'), 'nodes', folders, (at) => folderOf(at, parentId))
  writeList(path.join(folder, 'nodes/bench.json'), 'nodes', numbers, nodeOf)
}

const readTemplates = (): readonly Template[] =>
  readdirSync(path.join(DEMONSTRATION, 'entries'))
    .flatMap((file) => readJson<{ entries: readonly Template[] }>('entries', file).entries)
    .filter(({ contentTypeId }) => contentTypeId === TYPE)

const readNodes = () => readJson<{ nodes: readonly TemplateNode[] }>('nodes', 'planning.json').nodes

const readJson = <T>(folder: string, file: string): T =>
  JSON.parse(readFileSync(path.join(DEMONSTRATION, folder, file), 'utf8')) as T

const reference = (at: number): string => `BENCH/${String(at).padStart(7, '0')}`
/** Ids spread over the whole range, as real ones are. */
const idOf = (at: number, kind: string): string =>
  `${(Math.imul(at + 1, 2_654_435_761) >>> 0).toString(16).padStart(8, '0')}-0000-4000-8000-${kind}${at.toString(16).padStart(11, '0')}`

function copyOf(at: number, templates: readonly Template[]): object {
  const fieldsOf = (place: number): Fields =>
    templates[place % templates.length]?.variations['en-GB']?.published?.fields ?? {}
  const fields = fieldsOf(at)
  const version = { versionNo: '1.0', modified: fields['received'], publishedAt: fields['received'] }
  return {
    id: idOf(at, 'e'),
    projectId: 'website',
    contentTypeId: TYPE,
    variations: {
      'en-GB': {
        published: {
          ...version,
          // 7 does not divide the number of templates, so that every combination occurs.
          fields: {
            ...fields,
            reference: reference(at),
            summary: fieldsOf(Math.floor(at / templates.length) * 7 + at)['summary'],
          },
        },
      },
    },
  }
}

const folderOf = (at: number, parentId: string | null): object => ({
  id: idOf(at, 'f'),
  projectId: 'website',
  parentId,
  slug: { 'en-GB': `bench-${at}` },
  displayName: { 'en-GB': `Applications ${at + 1}` },
  includeInMenu: false,
})

const nodeOf = (at: number): object => ({
  id: idOf(at, 'c'),
  projectId: 'website',
  parentId: idOf(Math.floor(at / FOLDER_SIZE), 'f'),
  slug: { 'en-GB': `application-${at}` },
  displayName: { 'en-GB': reference(at) },
  entryId: idOf(at, 'e'),
  isCanonical: true,
  includeInMenu: false,
})

function writeList(
  file: string,
  name: string,
  numbers: readonly number[],
  item: (at: number) => object,
): void {
  const handle = openSync(file, 'w')
  let buffer = `{"${name}":[`
  for (const at of numbers) {
    buffer += `${at === 0 ? '' : ','}\n${JSON.stringify(item(at))}`
    if (buffer.length < BUFFER_CHARACTERS) continue
    writeSync(handle, buffer)
    buffer = ''
  }
  writeSync(handle, `${buffer}]}\n`)
  closeSync(handle)
}
