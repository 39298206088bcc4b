import {
  isComposer,
  isEntry,
  isImageField,
  readDate,
  readImage,
  readLocation,
  readObject,
  readText,
  readTexts,
  readTopic,
  type Entry,
} from '@tessera/shared/content'
import { readComposer, type Sanitise } from './composer.ts'
import { readLink } from './entry-links.ts'
import type { AnyModel, Block, LinkModel } from './page-model.ts'

/** How a field of an unknown content type is shown: short values as facts, others as blocks; null for nothing. */
type Shown = { readonly fact: AnyModel['facts'][number] } | { readonly blocks: readonly Block[] } | null

/** Members of an entry that the page shows elsewhere, or that are no fields. */
const NOT_FIELDS = new Set(['sys', 'entryTitle', 'entryDescription', 'entryThumbnail', 'entryTags'])

/** Facts and blocks for an entry of an unknown content type, derived from the shapes of its field values. */
export function readAnyEntry(entry: Entry, sanitise: Sanitise): Pick<AnyModel, 'facts' | 'blocks'> {
  const shownAlready = new Set([entry.entryTitle, entry.entryDescription])
  const shown = Object.entries(entry)
    .filter(([name, value]) => !NOT_FIELDS.has(name) && !shownAlready.has(value as string))
    .map(([name, value]) => readAny(label(name), value, sanitise, entry.sys.language))
  return {
    facts: shown.flatMap((one) => (one && 'fact' in one ? [one.fact] : [])),
    blocks: shown.flatMap((one) => (one && 'blocks' in one ? one.blocks : [])),
  }
}

function readAny(name: string, value: unknown, sanitise: Sanitise, own: string | undefined): Shown {
  if (typeof value === 'string') return readAnyText(name, value, sanitise)
  if (typeof value === 'number') return { fact: { name, value: String(value) } }
  if (isImageField(value)) return blocksOf(imageBlock(value))
  if (isEntry(value)) return blocksOf(linksBlock(name, [value], own))
  if (Array.isArray(value)) return readAnyList(name, value, sanitise, own)
  return readAnyObject(name, value)
}

function readAnyText(name: string, value: string, sanitise: Sanitise): Shown {
  const text = readText(value)
  if (!text) return null
  if (/<(p|ul|ol|h[1-6]|div|table|blockquote|figure|section)[\s>]/i.test(text)) {
    return { blocks: [{ type: 'richText', html: sanitise(text) }] }
  }
  const date = /^\d{4}-\d\d-\d\dT/.test(text) ? readDate(text) : undefined
  return { fact: date ? { name, date } : { name, value: text } }
}

function readAnyList(
  name: string,
  list: readonly unknown[],
  sanitise: Sanitise,
  own: string | undefined,
): Shown {
  if (list.length === 0) return null
  if (list.every(isImageField)) return { blocks: list.flatMap((image) => imageBlock(image) ?? []) }
  if (list.every(isEntry)) return blocksOf(linksBlock(name, list, own))
  if (isComposer(list)) return { blocks: readComposer(list, sanitise, own).blocks }
  const quotes = list.flatMap((item) => quoteBlock(item) ?? [])
  if (quotes.length > 0) return { blocks: quotes }
  const texts = readTexts(list)
  return texts.length > 0 ? { fact: { name, value: texts.join(', ') } } : null
}

function readAnyObject(name: string, value: unknown): Shown {
  const location = readLocation(value)
  if (location) return { fact: { name, value: `${location.lat}, ${location.lon}` } }
  const quote = quoteBlock(value)
  if (quote) return { blocks: [quote] }
  const topic = readTopic(value)
  if (topic) return { fact: { name, value: topic } }
  const lines = readTexts(Object.values(readObject(value) ?? {}))
  return lines.length > 0 ? { fact: { name, value: lines.join(', ') } } : null
}

const blocksOf = (block: Block | undefined): Shown => (block ? { blocks: [block] } : null)

function imageBlock(value: unknown): Block | undefined {
  const image = readImage(value)
  return image && { type: 'image', image }
}

function quoteBlock(value: unknown): Block | undefined {
  const text = readText(readObject(value)?.['text'])
  const source = readText(readObject(value)?.['source'])
  return text ? { type: 'quote', text, ...(source ? { source } : {}) } : undefined
}

function linksBlock(heading: string, entries: readonly Entry[], own: string | undefined): Block | undefined {
  const links = entries.flatMap((entry): LinkModel | readonly LinkModel[] => readLink(entry, own) ?? [])
  return links.length > 0 ? { type: 'linkList', heading, links } : undefined
}

/** A field id as words: `publishedDate` is "Published date". */
function label(id: string): string {
  const messages = id
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .toLowerCase()
  return messages.charAt(0).toUpperCase() + messages.slice(1)
}
