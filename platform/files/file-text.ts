import { extname } from 'node:path'
import { textOfMarkup } from './markup-text.ts'
import { textOfOffice } from './office-text.ts'

/** How many characters of a file's text are searched: about 150,000 words. */
export const MAX_CHARACTERS = 1_000_000

type Kind = 'plain' | 'markup' | 'json' | 'office' | 'pdf'

const KINDS: ReadonlyMap<string, Kind> = new Map([
  ...['txt', 'md', 'csv', 'tsv', 'ics', 'vtt', 'srt'].map((type) => [type, 'plain'] as const),
  ...['html', 'htm', 'xhtml', 'xml', 'svg'].map((type) => [type, 'markup'] as const),
  ...['docx', 'xlsx', 'pptx', 'odt', 'ods', 'odp'].map((type) => [type, 'office'] as const),
  ['json', 'json'],
  ['pdf', 'pdf'],
])

const extensionOf = (name: string): string => extname(name).slice(1).toLowerCase()

/** Whether the text of files with this name's extension can be read. */
export const isReadable = (name: string): boolean => KINDS.has(extensionOf(name))

/** The text inside a file. Throws when the content does not fit the file's extension. Source: protocol 1.12, `_searchContent`. */
export async function readFileText(name: string, bytes: Buffer): Promise<string> {
  const text = await textOf(name, bytes)
  return text
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_CHARACTERS)
}

async function textOf(name: string, bytes: Buffer): Promise<string> {
  switch (KINDS.get(extensionOf(name))) {
    case 'plain':
      return decode(bytes)
    case 'markup':
      return textOfMarkup(decode(bytes))
    case 'json':
      return textOfJson(decode(bytes))
    case 'office':
      return textOfOffice(extensionOf(name), bytes)
    case 'pdf': {
      // The library is large, so it is loaded only when a document needs it.
      const { textOfPdf } = await import('./pdf-text.ts')
      return textOfPdf(bytes, MAX_CHARACTERS)
    }
    case undefined:
      throw new Error('files of this type are not read')
  }
}

/** Decode text by its byte order mark; without one as UTF-8 or, where that is invalid, as the old code page of Western Europe. */
function decode(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  if (bytes.includes(0)) throw new Error('the file is no text')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** The texts and numbers in a JSON document, without the names of its members. */
function textOfJson(json: string): string {
  const found: string[] = []
  JSON.parse(json, (_, value: unknown) => {
    if (typeof value === 'string' || typeof value === 'number') found.push(String(value))
    return null
  })
  return found.join('\n')
}
