import { isObject, type Json } from './content.ts'

/** A link of an entry: its path in the entry, and the id and language of its target. */
export type LinkRow = readonly [path: string, target: string, language: string]

/**
 * Index rows while they are being collected. `linked` is text of linked entries, which counts for `searchContent` only;
 * `links` are the links with their paths.
 */
export type IndexDraft = {
  readonly texts: [path: string, value: string][]
  readonly numbers: [path: string, value: number][]
  readonly places: [path: string, lat: number, lon: number][]
  readonly exists: Set<string>
  readonly passages: Map<string, string[]>
  readonly linked: string[]
  readonly links: LinkRow[]
}

/** An empty draft. */
export function newDraft(): IndexDraft {
  return { texts: [], numbers: [], places: [], exists: new Set(), passages: new Map(), linked: [], links: [] }
}

/** A value for the exact operators. */
export function addText(draft: IndexDraft, path: string, value: string): void {
  draft.texts.push([path, value])
}

/** A number, a date in milliseconds or a boolean as 0 and 1; NaN and infinity are left out. */
export function addNumber(draft: IndexDraft, path: string, value: number): void {
  if (!Number.isFinite(value)) return
  draft.exists.add(path)
  draft.numbers.push([path, value])
}

/** Text for free text search; several passages of one path are joined later. */
export function addPassage(draft: IndexDraft, path: string, text: string): void {
  const parts = draft.passages.get(path)
  if (parts === undefined) draft.passages.set(path, [text])
  else parts.push(text)
}

const DATE_MEMBERS = new Set(['sys.version.created', 'sys.version.modified', 'sys.version.published'])

/** Index plain JSON by the types of its values; used for `sys` and for objects without a definition. */
export function addPlain(draft: IndexDraft, path: string, value: Json | undefined): void {
  if (value === null || value === undefined) return
  if (Array.isArray(value)) return value.forEach((item: Json) => addPlain(draft, path, item))
  if (isObject(value)) {
    if (path !== 'sys') draft.exists.add(path)
    for (const [key, part] of Object.entries(value)) addPlain(draft, `${path}.${key}`, part)
    return
  }
  draft.exists.add(path)
  if (typeof value !== 'string') addNumber(draft, path, Number(value))
  else if (DATE_MEMBERS.has(path)) addNumber(draft, path, Date.parse(value))
  else addText(draft, path, value)
}
