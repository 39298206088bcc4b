import { isObject, type Json } from './content.ts'
import { readInstant } from './instant.ts'

/** A link of an entry: its path in the entry, and the id and language of its target. */
export type LinkRow = readonly [path: string, target: string, language: string]

/**
 * Index rows while they are being collected. `linked` is text of linked entries, which counts for `searchContent` only;
 * `links` are the links with their paths.
 */
export type IndexBuilder = {
  readonly texts: [path: string, value: string][]
  readonly numbers: [path: string, value: number][]
  readonly places: [path: string, lat: number, lon: number][]
  readonly exists: Set<string>
  readonly passages: Map<string, string[]>
  readonly linked: string[]
  readonly links: LinkRow[]
}

/** An empty builder. */
export function createIndexBuilder(): IndexBuilder {
  return { texts: [], numbers: [], places: [], exists: new Set(), passages: new Map(), linked: [], links: [] }
}

/** A value for the exact operators. */
export function addText(builder: IndexBuilder, path: string, value: string): void {
  builder.texts.push([path, value])
}

/** A number, a date in milliseconds or a boolean as 0 and 1; NaN and infinity are left out. */
export function addNumber(builder: IndexBuilder, path: string, value: number | null): void {
  if (value === null || !Number.isFinite(value)) return
  builder.exists.add(path)
  builder.numbers.push([path, value])
}

/** Text for free text search; several passages of one path are joined later. */
export function addPassage(builder: IndexBuilder, path: string, text: string): void {
  const parts = builder.passages.get(path)
  if (parts === undefined) builder.passages.set(path, [text])
  else parts.push(text)
}

const DATE_MEMBERS = new Set(['sys.version.created', 'sys.version.modified', 'sys.version.published'])

/** Index plain JSON by the types of its values; used for `sys` and for objects without a definition. */
export function addPlain(builder: IndexBuilder, path: string, value: Json | undefined): void {
  if (value === null || value === undefined) return
  if (Array.isArray(value)) return value.forEach((item: Json) => addPlain(builder, path, item))
  if (isObject(value)) {
    if (path !== 'sys') builder.exists.add(path)
    for (const [key, part] of Object.entries(value)) addPlain(builder, `${path}.${key}`, part)
    return
  }
  builder.exists.add(path)
  if (typeof value !== 'string') addNumber(builder, path, Number(value))
  else if (DATE_MEMBERS.has(path)) addNumber(builder, path, readInstant(value))
  else addText(builder, path, value)
}
