import { fileTypeFromBuffer } from 'file-type'
import { gatewayError } from '../../errors.ts'

/** Number of leading bytes from which a file's type is detected. */
export const SAMPLE_BYTES = 4_100
/** Longest name of a file, in characters. */
const MAX_NAME = 255

/** Extensions of files that a browser can execute or render, or a desktop execute: always refused. Source: reference security 1.14. */
const REFUSED = new Set(
  'svg svgz html htm xhtml xml xsl js mjs cjs ts php phtml asp aspx jsp exe dll bat cmd com msi sh ps1 vbs jar scr hta lnk'.split(
    ' ',
  ),
)

/** By extension: the types that `file-type` may detect for it, where they differ from the extension. */
const TYPE_ALIASES: Readonly<Record<string, readonly string[]>> = {
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
  // ZIP containers: the part that tells the type may lie behind the sampled bytes.
  docx: ['docx', 'zip'],
  xlsx: ['xlsx', 'zip'],
  pptx: ['pptx', 'zip'],
  odt: ['odt', 'zip'],
  ods: ['ods', 'zip'],
  odp: ['odp', 'zip'],
}

/** Extensions whose type is always detectable. A file with such an extension and another beginning is refused. */
const DETECTABLE = new Set([
  ...Object.keys(TYPE_ALIASES),
  ...'pdf png jpg gif webp bmp tif avif mp3 zip rtf gz 7z rar wav ogg flac epub'.split(' '),
])

/**
 * Refuses a file whose content does not fit its extension, and files of dangerous types.
 * @throws AppError gateway/file-type
 */
export async function checkKind(name: string, sample: Uint8Array): Promise<void> {
  const extension = extensionOf(name)
  if (extension === '' || REFUSED.has(extension)) throw refused(extension, null)
  const found = (await fileTypeFromBuffer(sample))?.ext ?? null
  const isSame = found === extension || (found !== null && TYPE_ALIASES[extension]?.includes(found) === true)
  if (DETECTABLE.has(extension) ? !isSame : found !== null && !isSame) throw refused(extension, found)
  // Text has no signature of its own, but a file with a zero byte is not text.
  if (found === null && !DETECTABLE.has(extension) && sample.includes(0)) throw refused(extension, found)
}

/** The extension of a file name: what follows its last dot, in lower case; empty without a dot. */
export const extensionOf = (name: string): string => /\.([^.\s]+)$/.exec(name.toLowerCase())?.[1] ?? ''

/** A file's name that is safe in a header and a list: without folders, control characters and bidirectional formatting characters. */
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
