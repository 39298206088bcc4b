import { closeSync, openSync, writeSync } from 'node:fs'
import { createRandom, type Random } from './random.ts'
import { createWords, type Words } from './words.ts'

/** Content types of the synthetic site; entries are spread evenly over them. */
export const TYPES = Array.from({ length: 12 }, (_, at) => `type${at + 1}`)
export const TAGS = Array.from({ length: 40 }, (_, at) => `0/${at + 1}`)
export const CATEGORIES = Array.from({ length: 200 }, (_, at) => `category ${at + 1}`)
export const TOKEN = 'bench-token'
const FIRST_DAY = Date.UTC(2015, 0, 1)
const DAY_MS = 86_400_000
const BUFFER_CHARACTERS = 1 << 20
/** One node for this many entries, and at most as many nodes as a large site has. */
const ENTRIES_PER_NODE = 20
const MAX_NODES = 50_000

/** The id of the entry with a number. */
export const entryId = (at: number): string => guid(at, 'e')
/** How many nodes a site of a size has, its root included. */
export const nodeCount = (entries: number): number =>
  Math.min(MAX_NODES, Math.ceil(entries / ENTRIES_PER_NODE))
/** The path of a node: sections of a hundred pages. */
export const nodePath = (at: number): string => `/section-${Math.floor(at / 100)}/page-${at}`

/** Write a seed of a size to a file. Each entry has 58 words (the word of rank n is n times rarer), two links, a place and facets. */
export function writeSyntheticSeed(file: string, entries: number): void {
  const handle = openSync(file, 'w')
  let buffer = ''
  const write = (text: string): void => {
    buffer += text
    if (buffer.length < BUFFER_CHARACTERS) return
    writeSync(handle, buffer)
    buffer = ''
  }
  write(
    `{"environment":${JSON.stringify({ alias: 'bench', accessToken: TOKEN })},\n"projects":[${PROJECT}],\n`,
  )
  write(`"contentTypes":${JSON.stringify(TYPES.map(contentType))},\n"taxonomy":[${taxonomy()}],\n"entries":[`)
  const random = createRandom(7)
  const words = createWords()
  for (let at = 0; at < entries; at += 1)
    write(`${at === 0 ? '' : ','}\n${JSON.stringify(entry(at, entries, random, words))}`)
  write('],\n"nodes":[')
  let first = true
  for (const node of nodes(nodeCount(entries))) {
    write(`${first ? '' : ','}\n${JSON.stringify(node)}`)
    first = false
  }
  write(']}\n')
  writeSync(handle, buffer)
  closeSync(handle)
}

const PROJECT = JSON.stringify({
  id: 'website',
  name: 'Bench',
  primaryLanguage: 'en-GB',
  supportedLanguages: ['en-GB'],
})

function contentType(id: string): object {
  const field = (name: string, dataType: string, dataFormat: string | null = null) => ({
    id: name,
    dataType,
    dataFormat,
  })
  return {
    id,
    projectId: 'website',
    name: { 'en-GB': id },
    entryTitleField: 'title',
    entryDescriptionField: 'summary',
    defaultLanguage: 'en-GB',
    dataFormat: 'entry',
    fields: [
      field('title', 'string'),
      field('summary', 'string'),
      field('text', 'string', 'html'),
      field('keywords', 'stringArray'),
      field('tags', 'stringArray', 'taxonomy'),
      field('category', 'string'),
      field('price', 'decimal'),
      field('date', 'dateTime'),
      field('place', 'object', 'location'),
      field('related', 'objectArray', 'entry'),
    ],
  }
}

function taxonomy(): string {
  const children = TAGS.map((key, at) => ({ key, name: { 'en-GB': `Tag ${at + 1}` } }))
  return JSON.stringify({ key: '0', name: { 'en-GB': 'Root' }, children })
}

function entry(at: number, entries: number, random: Random, words: Words): object {
  const pick = <T>(list: readonly T[]): T => list[random.below(list.length)] as T
  const fields = {
    title: `${words.text(random, 5)} ${at}`,
    summary: words.text(random, 12),
    text: `<p>${words.text(random, 40)}</p>`,
    keywords: [words.word(random), words.word(random)],
    tags: [pick(TAGS), pick(TAGS)],
    category: pick(CATEGORIES),
    price: random.below(100_000) / 100,
    date: new Date(FIRST_DAY + random.below(4000) * DAY_MS).toISOString(),
    place: { lat: 50 + random.below(800_000) / 100_000, lon: -6 + random.below(800_000) / 100_000 },
    related: [0, 1].map(() => ({ sys: { id: entryId(random.below(entries)), language: 'en-GB' } })),
  }
  const version = { versionNo: '1.0', modified: fields.date, fields }
  // Two entries in a hundred have a newer draft.
  const latest = at % 50 === 0 ? { latest: { ...version, versionNo: '1.1' } } : {}
  return {
    id: entryId(at),
    projectId: 'website',
    contentTypeId: TYPES[at % TYPES.length],
    variations: { 'en-GB': { published: version, ...latest } },
  }
}

function* nodes(count: number): Generator<object> {
  const node = (id: string, parentId: string | null, slug: string, entry: string | null) => ({
    id,
    projectId: 'website',
    parentId,
    slug: { 'en-GB': slug },
    displayName: { 'en-GB': slug },
    entryId: entry,
    isCanonical: true,
    includeInMenu: true,
  })
  const root = guid(0, 'f')
  yield node(root, null, '', null)
  for (let at = 0; at < count; at += 1) {
    const section = Math.floor(at / 100)
    if (at % 100 === 0) yield node(guid(section, 'd'), root, `section-${section}`, null)
    yield node(guid(at, 'c'), guid(section, 'd'), `page-${at}`, entryId(at * ENTRIES_PER_NODE))
  }
}

function guid(at: number, kind: string): string {
  // Ids are spread over the whole range, as real ids are.
  const hex = (Math.imul(at + 1, 2_654_435_761) >>> 0).toString(16).padStart(8, '0')
  return `${hex}-0000-4000-8000-${kind}${at.toString(16).padStart(11, '0')}`
}
