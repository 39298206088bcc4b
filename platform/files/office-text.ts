import { readReferences } from '../domain/character-references.ts'
import { readZip } from './read-zip.ts'

/** Limit for the unpacked bytes of all parts of a document together. */
const MAX_UNPACKED_BYTES = 64 * 1024 * 1024

/** The parts of a document that hold its text, in the order in which they are read. */
const PARTS: Readonly<Record<string, readonly RegExp[]>> = {
  docx: [/^word\/document\.xml$/, /^word\/(?:header|footer)\d*\.xml$/, /^word\/(?:foot|end)notes\.xml$/],
  xlsx: [/^xl\/sharedStrings\.xml$/],
  pptx: [/^ppt\/slides\/slide\d+\.xml$/, /^ppt\/notesSlides\/notesSlide\d+\.xml$/],
  odt: [/^content\.xml$/],
  ods: [/^content\.xml$/],
  odp: [/^content\.xml$/],
}

/** The text of an office document (a zip archive with XML in it). Throws when it is broken or unpacks to too many bytes. */
export function textOfOffice(extension: string, bytes: Buffer): string {
  const files = readZip(bytes)
  const wanted = (PARTS[extension] ?? []).flatMap((part) => files.filter(({ name }) => part.test(name)))
  if (wanted.length === 0) throw new Error('the document has no text part')
  let room = MAX_UNPACKED_BYTES
  return wanted
    .map((file) => {
      const xml = file.read(room)
      room -= xml.length
      return textOfXml(xml.toString('utf8'))
    })
    .join('\n')
}

/** Tags that end a paragraph, a cell or a line; every other tag may stand in the middle of a word. */
const GAPS =
  /<(?:\/(?:w:p|a:p|text:p|text:h|si|w:tc)|(?:w:tab|w:br|w:cr|a:br|text:tab|text:line-break|text:s)(?:\s[^<>]*)?\/?)>/g
/** Field instructions, and text that was deleted while changes were tracked. */
const UNSEEN = /<(w:instrText|w:delText)(?:\s[^<>]*)?>[^<]*<\/\1>/g

const textOfXml = (xml: string): string =>
  readReferences(
    xml
      .replace(UNSEEN, '')
      .replace(GAPS, '\n')
      .replace(/<[^<>]*>/g, ''),
  )
