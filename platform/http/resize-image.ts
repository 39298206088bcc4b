import { tableOf } from '../domain/table-of.ts'
import { createSemaphore } from '../workers/semaphore.ts'
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

/** An image, null when it cannot be made, `busy` when too many others are waiting to be made. */
type Resized = ResizedImage | 'busy' | null

/** Makes images one after another and caches the last ones. Where there is none, the file itself is served. */
export type ImageResizer = (file: string, version: string, asked: ImageRequest) => Promise<Resized>

/** Limits of the cache, in bytes, and of the wait for other images, in milliseconds. */
export type ResizerLimits = { readonly maxBytes: number; readonly maxWaitMs: number }

const LIMITS: ResizerLimits = { maxBytes: 32 * 1024 * 1024, maxWaitMs: 5000 }
const MAX_WAITING = 50
/** Longest time for making one image. */
const MAX_SECONDS = 5
/** AVIF takes about half a second per million pixels, and the encoder cannot be interrupted, so larger images are not made. */
const MAX_AVIF_PIXELS = 3_000_000

/** Create the resizer. It does not load the image library until the first image is requested. */
export function createImageResizer({ maxBytes, maxWaitMs }: ResizerLimits = LIMITS): ImageResizer {
  const semaphore = createSemaphore({ concurrency: 1, maxWaiting: MAX_WAITING, maxWaitMs })
  const making = new Map<string, Promise<Resized>>()
  const made = new Map<string, ResizedImage>()
  let bytes = 0
  const sizeOf = (key: string, image: ResizedImage): number => key.length + image.bytes.length
  const drop = (key: string): ResizedImage | undefined => {
    const image = made.get(key)
    if (image !== undefined) bytes -= sizeOf(key, image)
    made.delete(key)
    return image
  }
  // A map keeps the order of insertion, and a hit inserts again: the first key is the least recently used.
  const keep = (key: string, image: ResizedImage): void => {
    if (sizeOf(key, image) > maxBytes) return
    made.set(key, image)
    bytes += sizeOf(key, image)
    for (const oldest of made.keys()) {
      if (bytes <= maxBytes) break
      drop(oldest)
    }
  }
  const makeInTurn = async (key: string, file: string, asked: ImageRequest): Promise<Resized> => {
    try {
      const release = await semaphore.acquire().catch(() => null)
      if (release === null) return 'busy'
      const image = await make(file, asked).finally(release)
      if (image !== null) keep(key, image)
      return image
    } catch {
      return null
    } finally {
      making.delete(key)
    }
  }
  return async (file, version, asked) => {
    if (asked.format === null && VECTOR.test(file)) return null
    const key = `${file}\n${version}\n${JSON.stringify(asked)}`
    const known = drop(key)
    if (known !== undefined) keep(key, known)
    const image = known ?? making.get(key) ?? makeInTurn(key, file, asked)
    if (image instanceof Promise) making.set(key, image)
    return image
  }
}

/** A vector image is resized only when another format is requested. */
const VECTOR = /\.svg$/i

async function make(file: string, asked: ImageRequest): Promise<ResizedImage | null> {
  const { default: sharp } = await import('sharp')
  sharp.concurrency(1)
  sharp.cache(false)
  const image = sharp(file, { limitInputPixels: MAX_PIXELS })
  const { format: own, autoOrient } = await image.metadata()
  const format = asked.format ?? KEPT[own ?? '']
  if (format === undefined) return null
  if (format === 'avif' && pixelsOf(autoOrient, asked) > MAX_AVIF_PIXELS) return null
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
  const bytes = await image.rotate().toFormat(format, quality).timeout({ seconds: MAX_SECONDS }).toBuffer()
  return { type: `image/${format}`, bytes }
}

/** How many pixels the requested form of an image of this size has. */
function pixelsOf(
  { width, height }: { readonly width: number; readonly height: number },
  asked: ImageRequest,
): number {
  const isInside = asked.fit === 'inside'
  if (!isInside && asked.width !== null && asked.height !== null) return asked.width * asked.height
  const scale = Math.min((asked.width ?? Infinity) / width, (asked.height ?? Infinity) / height)
  return width * height * (isInside || scale === Infinity ? Math.min(1, scale) : scale) ** 2
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
