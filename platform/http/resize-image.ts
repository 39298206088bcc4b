import { tableOf } from '../domain/table-of.ts'
import type { Params } from './params.ts'

/** What an image is asked to be. Numbers in pixels; `quality` from 1 to 100. Unknown or senseless values are simply not there. */
export type ImageRequest = {
  readonly width: number | null
  readonly height: number | null
  readonly fit: 'inside' | 'cover' | 'contain' | 'fill'
  readonly format: 'webp' | 'avif' | 'jpeg' | 'png' | null
  readonly quality: number | null
}
export type ResizedImage = { readonly type: string; readonly bytes: Buffer }

const MAX_SIDE = 4000
/** Larger pictures are not opened: they would take more memory than the platform may have. */
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

/** Read `w`, `h`, `fit`, `f` and `q`; null when nothing of that is asked for. Nothing in a query ever fails. Source: protocol 1.11. */
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

/** Make images one after another, and remember the last ones. Null where an image cannot be made: the file itself is served then. */
export type ImageResizer = (
  file: string,
  version: string,
  asked: ImageRequest,
) => Promise<ResizedImage | null>

const MAX_BYTES = 32 * 1024 * 1024
const MAX_WAITING = 50

/** Start without the library: it is loaded with the first image that is asked for. */
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
  // A drawing has no size of its own: it stays one, unless another format is wanted.
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
    // Half the time for a few bytes more.
    ...(format === 'avif' && { effort: 2 }),
  }
  return { type: `image/${format}`, bytes: await image.rotate().toFormat(format, quality).toBuffer() }
}

/** The format that an image of a format is made in when no other is asked for. */
const KEPT: Readonly<Record<string, NonNullable<ImageRequest['format']>>> = {
  webp: 'webp',
  avif: 'avif',
  heif: 'avif',
  jpeg: 'jpeg',
  png: 'png',
  gif: 'png',
}
