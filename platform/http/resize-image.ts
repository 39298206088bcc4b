import { tableOf } from '../domain/table-of.ts'
import type { Params } from './params.ts'

/** The requested form of an image. Numbers in pixels; `quality` from 1 to 100. Unknown and invalid values are null. */
export type ImageRequest = {
  readonly width: number | null
  readonly height: number | null
  readonly fit: 'inside' | 'cover' | 'contain' | 'fill'
  readonly format: 'webp' | 'avif' | 'jpeg' | 'png' | null
  readonly quality: number | null
}
export type ResizedImage = { readonly type: string; readonly bytes: Buffer }

const MAX_SIDE = 4000
/** Larger pictures are not opened, because they would need too much memory. */
const MAX_PIXELS = 50_000_000
const FITS = tableOf<ImageRequest['fit']>({
  crop: 'cover',
  cover: 'cover',
  contain: 'contain',
  pad: 'contain',
  fill: 'fill',
  scale: 'fill',
})
const FORMATS = tableOf<ImageRequest['format']>({
  webp: 'webp',
  avif: 'avif',
  jpg: 'jpeg',
  jpeg: 'jpeg',
  pjpg: 'jpeg',
  png: 'png',
})

/** Read `w`, `h`, `fit`, `f` and `q`; null when the query has none of them. Invalid values never cause an error. Source: protocol 1.11. */
export function readImageRequest(params: Params): ImageRequest | null {
  const width = readNumber(params.get('w') ?? params.get('width'), MAX_SIDE)
  const height = readNumber(params.get('h') ?? params.get('height'), MAX_SIDE)
  const format = FORMATS.get((params.get('f') ?? params.get('format') ?? '').toLowerCase()) ?? null
  const quality = readNumber(params.get('q') ?? params.get('quality'), 100)
  if (width === null && height === null && format === null && quality === null) return null
  return {
    width,
    height,
    fit: FITS.get((params.get('fit') ?? '').toLowerCase()) ?? 'inside',
    format,
    quality,
  }
}

function readNumber(text: string | undefined, most: number): number | null {
  const number = /^\d{1,5}$/.test(text ?? '') ? Number(text) : 0
  return number < 1 ? null : Math.min(number, most)
}

/** Makes images one after another and caches the last ones. Null when an image cannot be made: then the file itself is served. */
export type ImageResizer = (
  file: string,
  version: string,
  asked: ImageRequest,
) => Promise<ResizedImage | null>

const MAX_BYTES = 32 * 1024 * 1024
const MAX_WAITING = 50

/** Create the resizer. It does not load the image library until the first image is requested. */
export function createImageResizer(): ImageResizer {
  const made = new Map<string, Promise<ResizedImage | null>>()
  let [bytes, waiting] = [0, 0]
  let turn: Promise<unknown> = Promise.resolve()
  const remember = (key: string, image: ResizedImage | null): void => {
    bytes += image?.bytes.length ?? 0
    for (const [oldest, held] of made) {
      if (bytes <= MAX_BYTES || oldest === key) break
      made.delete(oldest)
      void held.then((one) => (bytes -= one?.bytes.length ?? 0))
    }
  }
  return (file, version, asked) => {
    const key = `${file}\n${version}\n${JSON.stringify(asked)}`
    const known = made.get(key)
    if (known !== undefined) return known
    if (waiting >= MAX_WAITING) return Promise.resolve(null)
    waiting += 1
    const image = turn.then(() => make(file, asked).catch(() => null))
    turn = image
    made.set(key, image)
    void image.then((one) => {
      waiting -= 1
      remember(key, one)
    })
    return image
  }
}

async function make(file: string, asked: ImageRequest): Promise<ResizedImage | null> {
  const { default: sharp } = await import('sharp')
  sharp.concurrency(1)
  sharp.cache(false)
  const image = sharp(file, { limitInputPixels: MAX_PIXELS })
  const { format: own } = await image.metadata()
  // A vector image (SVG) is resized only when another format is requested.
  const format = asked.format ?? KEPT[own ?? '']
  if (format === undefined) return null
  const size = {
    ...(asked.width === null ? {} : { width: asked.width }),
    ...(asked.height === null ? {} : { height: asked.height }),
  }
  if (Object.keys(size).length > 0)
    image.resize({ ...size, fit: asked.fit, withoutEnlargement: asked.fit === 'inside' })
  const quality = {
    ...(asked.quality !== null && { quality: asked.quality }),
    // In half the time the file gets only a few bytes larger.
    ...(format === 'avif' && { effort: 2 }),
  }
  return { type: `image/${format}`, bytes: await image.rotate().toFormat(format, quality).toBuffer() }
}

/** The output format for each input format, when the request names none. */
const KEPT: Readonly<Record<string, NonNullable<ImageRequest['format']>>> = {
  webp: 'webp',
  avif: 'avif',
  heif: 'avif',
  jpeg: 'jpeg',
  png: 'png',
  gif: 'png',
}
