import { tableOf } from '../domain/table-of.ts'
import { PlatformError } from '../errors.ts'

/** File types that can run scripts in a browser or programs on a desktop: refused whatever a form allows. Source: security 1.14. */
const REFUSED = new Set(
  'svg svgz html htm xhtml xml xsl js mjs cjs ts php asp aspx jsp exe dll bat cmd com msi sh ps1 vbs jar scr hta lnk'.split(
    ' ',
  ),
)

type Signature = { readonly at: number; readonly bytes: string }
const OFFICE: Signature = { at: 0, bytes: 'd0cf11e0a1b11ae1' }
const ZIP: Signature = { at: 0, bytes: '504b0304' }
const MP4: Signature = { at: 4, bytes: '66747970' }

/** The first bytes of files of a type, as hexadecimal digits; one of the signatures must fit. */
const SIGNATURES = tableOf<readonly Signature[]>({
  pdf: [{ at: 0, bytes: '255044462d' }],
  png: [{ at: 0, bytes: '89504e470d0a1a0a' }],
  jpg: [{ at: 0, bytes: 'ffd8ff' }],
  jpeg: [{ at: 0, bytes: 'ffd8ff' }],
  gif: [{ at: 0, bytes: '47494638' }],
  webp: [{ at: 8, bytes: '57454250' }],
  bmp: [{ at: 0, bytes: '424d' }],
  tif: [
    { at: 0, bytes: '49492a00' },
    { at: 0, bytes: '4d4d002a' },
  ],
  tiff: [
    { at: 0, bytes: '49492a00' },
    { at: 0, bytes: '4d4d002a' },
  ],
  heic: [MP4],
  mp4: [MP4],
  mov: [MP4],
  mp3: [
    { at: 0, bytes: '494433' },
    { at: 0, bytes: 'fff' },
  ],
  zip: [ZIP],
  docx: [ZIP],
  xlsx: [ZIP],
  pptx: [ZIP],
  odt: [ZIP],
  ods: [ZIP],
  doc: [OFFICE],
  xls: [OFFICE],
  ppt: [OFFICE],
  rtf: [{ at: 0, bytes: '7b5c727466' }],
})
const TEXTS = new Set(['txt', 'csv', 'ics', 'md'])
const HEAD_BYTES = 512

/**
 * Refuse a file that a form does not take: a type outside its list (with an empty list: outside the types known here),
 * a dangerous type, or content that does not fit the extension. Throws `platform/unprocessable`.
 */
export function checkFile(name: string, bytes: Buffer, allowed: readonly string[]): void {
  const extension = /\.([^.]+)$/.exec(name.toLowerCase())?.[1] ?? ''
  const known = SIGNATURES.has(extension) || TEXTS.has(extension)
  if (REFUSED.has(extension) || !(allowed.length === 0 ? known : allowed.includes(extension)))
    throw new PlatformError(
      'platform/unprocessable',
      `Files of the type "${extension.slice(0, 20)}" are not allowed here`,
    )
  if (!hasContentOf(extension, bytes))
    throw new PlatformError('platform/unprocessable', `The file is not a ${extension.toUpperCase()} file`)
}

function hasContentOf(extension: string, bytes: Buffer): boolean {
  const head = bytes.subarray(0, HEAD_BYTES)
  if (TEXTS.has(extension)) return !head.includes(0)
  const hex = head.toString('hex')
  return SIGNATURES.get(extension)?.some((one) => hex.startsWith(one.bytes, one.at * 2)) ?? true
}

const MAX_NAME = 255

/** A file's name without folders and control characters. A long name is shortened before its extension, which tells the type. */
export function cleanName(name: string): string {
  const last = (name.split(/[\\/]/).at(-1) ?? '').replace(/\p{Cc}/gu, '')
  if (last.length <= MAX_NAME) return last || 'file'
  const extension = /\.[^.]{1,20}$/.exec(last)?.[0] ?? ''
  return last.slice(0, MAX_NAME - extension.length) + extension
}
