import { isComposer, readImage, readObject, readText, type ComposerItem } from '@tessera/shared/content'
import { readEntryCard, readLink, readLinks } from './entry-links.ts'
import { withAnchors } from './contents.ts'
import { linkTelephones } from './link-telephones.ts'
import type { Block } from './page-model.ts'

/** Sanitises rich text. The host provides it, so that there is only one sanitiser, and none in browser builds. */
export type Sanitise = (html: string) => string

/** A composer's blocks in order, and the item types that were skipped because no block is known for them. */
export interface Composition {
  readonly blocks: readonly Block[]
  readonly skipped: readonly string[]
}

/**
 * Read a composer field: unknown types are skipped and reported, items without content are left out. `own` is the language of
 * the page.
 */
export function readComposer(field: unknown, sanitise: Sanitise, own?: string): Composition {
  if (!isComposer(field)) return { blocks: [], skipped: [] }
  const skipped = field.filter(({ type }) => !Object.hasOwn(READERS, type)).map(({ type }) => type)
  const blocks = field.flatMap((item) => readBlock(item, sanitise, own) ?? [])
  return { blocks: withUniqueIds(blocks), skipped: [...new Set(skipped)] }
}

/** A composer item type → its block; undefined when the item has nothing to show. */
type BlockReader = (value: unknown, sanitise: Sanitise, own: string | undefined) => Block | undefined

const readBlock = (
  { type, value }: ComposerItem,
  sanitise: Sanitise,
  own: string | undefined,
): Block | undefined =>
  Object.hasOwn(READERS, type) ? READERS[type as Block['type']](value, sanitise, own) : undefined

const READERS: Readonly<Record<Block['type'], BlockReader>> = {
  heading: (value) => {
    const text = readText(value)
    return text ? { type: 'heading', text, id: headingId(text) } : undefined
  },
  richText: (value, sanitise) => {
    const html = readText(value)
    return html ? { type: 'richText', html: linkTelephones(sanitise(html)) } : undefined
  },
  image: (value) => {
    const image = readImage(value)
    return image ? { type: 'image', image } : undefined
  },
  quote: (value) => {
    const text = readText(readObject(value)?.['text'])
    const source = readText(readObject(value)?.['source'])
    return text ? { type: 'quote', text, ...(source ? { source } : {}) } : undefined
  },
  linkList: (value, _sanitise, own) => {
    const links = readLinks(readObject(value)?.['links'], own)
    return links.length > 0 ? { type: 'linkList', ...headingOf(value), links } : undefined
  },
  entryCard: (value, _sanitise, own) => {
    const card = readEntryCard(value, own)
    return card ? { type: 'entryCard', card } : undefined
  },
  table: readTable,
  accordion: readAccordion,
  callToAction: readCallToAction,
  form: (value) => {
    const form = readObject(value)
    const [formId, provider] = [readKey(form?.['formId']), readKey(form?.['provider'])]
    if (!formId) return undefined
    return {
      type: 'form',
      id: `form-${formId}`,
      formId,
      ...headingOf(value),
      ...(provider ? { provider } : {}),
      ...phrasesOf(form?.['phrases']),
      ...prefillOf(form?.['prefill']),
    }
  },
  minilist: (value, _sanitise, own) => {
    const minilist = readKey(readObject(value)?.['minilist'])
    if (!minilist) return undefined
    const link = readLink(readObject(value)?.['link'], own)
    return {
      type: 'minilist',
      id: `minilist-${minilist}`,
      minilist,
      ...headingOf(value),
      ...(link ? { link } : {}),
    }
  },
  collectionDays: (value, sanitise) => readLookup('collectionDays', value, sanitise),
  councillorFinder: (value, sanitise) => readLookup('councillorFinder', value, sanitise),
}

/** A look-up by street: its heading, and help for when no street is found. */
function readLookup(type: 'collectionDays' | 'councillorFinder', value: unknown, sanitise: Sanitise): Block {
  const notFound = readText(readObject(value)?.['notFound'])
  return {
    type,
    ...headingOf(value),
    ...(notFound ? { notFound: linkTelephones(sanitise(notFound)) } : {}),
  }
}

function readTable(value: unknown): Block | undefined {
  const table = readObject(value)
  const caption = readText(table?.['caption'])
  const headers = cells(table?.['headers'])
  const rows = Array.isArray(table?.['rows']) ? table['rows'].map(cells).filter((row) => row.length > 0) : []
  return rows.length > 0 ? { type: 'table', ...(caption ? { caption } : {}), headers, rows } : undefined
}

/** The cells of a row as texts; empty cells are kept. */
const cells = (value: unknown): readonly string[] =>
  Array.isArray(value)
    ? value.map((cell) => (typeof cell === 'number' ? String(cell) : (readText(cell) ?? '')))
    : []

function readAccordion(value: unknown, sanitise: Sanitise): Block | undefined {
  const items = readObject(value)?.['items']
  if (!Array.isArray(items)) return undefined
  const panels = items.flatMap((item) => {
    const heading = readText(readObject(item)?.['heading'])
    const content = readText(readObject(item)?.['content'])
    return heading && content ? [{ heading, html: linkTelephones(sanitise(content)) }] : []
  })
  return panels.length > 0 ? { type: 'accordion', items: panels } : undefined
}

function readCallToAction(value: unknown, _sanitise: Sanitise, own: string | undefined): Block | undefined {
  const fields = readObject(value)
  const heading = readText(fields?.['heading'])
  if (!heading) return undefined
  const text = readText(fields?.['text'])
  const target = readLink(fields?.['link'], own)
  const linkText = readText(fields?.['linkText'])
  // A link text of the page itself is in the page's language, even if the link's target is not.
  const link = target && linkText ? { title: linkText, href: target.href } : target
  return { type: 'callToAction', heading, ...(text ? { text } : {}), ...(link ? { link } : {}) }
}

/** The name of a form or list. It becomes part of an HTML id and of URLs, so only letters, digits, `_` and `-` are allowed. */
export function readKey(value: unknown): string | undefined {
  const id = typeof value === 'number' ? String(value) : readText(value)
  return id && /^[\w-]{1,64}$/.test(id) ? id : undefined
}

function headingOf(value: unknown): { readonly heading?: string } {
  const heading = readText(readObject(value)?.['heading'])
  return heading ? { heading } : {}
}

/** Texts of the page that replace texts of the form. */
function phrasesOf(value: unknown): { readonly phrases?: Readonly<Record<string, string>> } {
  const phrases = textsByName(value)
  return phrases ? { phrases } : {}
}

function prefillOf(value: unknown): { readonly prefill?: Readonly<Record<string, string>> } {
  const prefill = textsByName(value)
  return prefill ? { prefill } : {}
}

function textsByName(value: unknown): Readonly<Record<string, string>> | null {
  const texts = Object.entries(readObject(value) ?? {}).flatMap(([name, member]) => {
    const text = readText(member)
    return text ? [[name, text] as const] : []
  })
  return texts.length > 0 ? Object.fromEntries(texts) : null
}

/** A heading's id: its letters and digits, joined by hyphens, after `h-`, so that it cannot equal other ids of the page. */
export const headingId = (text: string): string =>
  `h-${
    text
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu)
      ?.join('-') ?? 'section'
  }`

/** The blocks with unique ids, also for the headings in their rich text. */
function withUniqueIds(blocks: readonly Block[]): readonly Block[] {
  const taken = new Set<string>()
  const take = (id: string): string => {
    let own = id
    for (let count = 2; taken.has(own); count += 1) own = `${id}-${count}`
    taken.add(own)
    return own
  }
  return blocks.map((block) => {
    if (block.type === 'richText')
      return { ...block, html: withAnchors(block.html, (text) => take(headingId(text))) }
    return 'id' in block ? { ...block, id: take(block.id) } : block
  })
}

/** Level of a block's own heading: below the preceding heading block, if there is one. */
export function levelOf(blocks: readonly Block[], index: number): 2 | 3 {
  const firstHeading = blocks.findIndex(({ type }) => type === 'heading')
  return firstHeading !== -1 && firstHeading < index ? 3 : 2
}
