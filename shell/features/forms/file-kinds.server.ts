import { fileTypeFromBuffer } from 'file-type'
import { gatewayError } from '../../errors.ts'

/** So much of a file's beginning tells what it is. */
export const SAMPLE_BYTES = 4_100
/** Longest name of a file, in characters. */
const MAX_NAME = 255

/** What can run or draw in a browser, or run on a desktop: refused whatever a form allows. Source: reference security 1.14. */
const REFUSED = new Set(
  'svg svgz html htm xhtml xml xsl js mjs cjs ts php phtml asp aspx jsp exe dll bat cmd com msi sh ps1 vbs jar scr hta lnk'.split(
    ' ',
  ),
)

/** Kinds that are told by their beginning, by extension: what `file-type` calls them, where that is another name. */
const SAME: Readonly<Record<string, readonly string[]>> = {
  jpeg: ['jpg'],
  tiff: ['tif'],
  htm: ['html'],
  heic: ['heic', 'heif', 'avif'],
  mov: ['mov', 'mp4'],
  mp4: ['mp4', 'mov', 'm4v'],
  m4a: ['m4a', 'mp4'],
  doc: ['cfb'],
  xls: ['cfb'],
  ppt: ['cfb'],
  msg: ['cfb'],
  // A container: what is in it stands too far from its beginning.
  docx: ['docx', 'zip'],
  xlsx: ['xlsx', 'zip'],
  pptx: ['pptx', 'zip'],
  odt: ['odt', 'zip'],
  ods: ['ods', 'zip'],
  odp: ['odp', 'zip'],
}

/** Kinds whose beginning always tells. A file that is called one of these and does not begin like it is none. */
const TOLD = new Set([
  ...Object.keys(SAME),
  ...'pdf png jpg gif webp bmp tif avif mp3 zip rtf gz 7z rar wav ogg flac epub'.split(' '),
])

/**
 * Refuse a file that is not what its name says, or a kind that does harm.
 * @throws AppError gateway/file-type
 */
export async function checkKind(name: string, sample: Uint8Array): Promise<void> {
  const extension = extensionOf(name)
  if (extension === '' || REFUSED.has(extension)) throw refused(extension, null)
  const found = (await fileTypeFromBuffer(sample))?.ext ?? null
  const isSame = found === extension || (found !== null && SAME[extension]?.includes(found) === true)
  if (TOLD.has(extension) ? !isSame : found !== null && !isSame) throw refused(extension, found)
  // Text has no mark of its own: what is none of it has bytes that no text has.
  if (found === null && !TOLD.has(extension) && sample.includes(0)) throw refused(extension, found)
}

/** Of a file's name: the letters after its last dot, in lower case; empty without one. */
export const extensionOf = (name: string): string => /\.([^.\s]+)$/.exec(name.toLowerCase())?.[1] ?? ''

/** A file's name as it may stand in a header and a list: without folders, control characters and what turns the way of writing. */
export function cleanName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? ''
  const plain = last
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]/gu, '')
    .trim()
  const extension = /\.[^.]*$/.exec(plain)?.[0] ?? ''
  const whole = plain.length <= MAX_NAME ? plain : plain.slice(0, MAX_NAME - extension.length) + extension
  return /^\.*$/.test(whole) ? 'file' : whole.slice(0, MAX_NAME)
}

const refused = (extension: string, found: string | null) =>
  gatewayError('gateway/file-type', { details: { extension: extension.slice(0, 20), found } })
