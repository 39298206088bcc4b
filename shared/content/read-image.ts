import { isImageField } from './entry.ts'
import { readSize, readText } from './read-field.ts'

/** An image as pages show it. Widths and heights in pixels, absent for assets that do not tell. */
export interface ImageModel {
  readonly src: string
  readonly alt: string
  readonly width?: number
  readonly height?: number
  readonly caption?: string
  /** Where its subject is, which a layout that cuts the image keeps in sight; the middle unless given. */
  readonly focus?: ImageFocus
}

/** A point of an image, in percent from its left and from its top. */
export interface ImageFocus {
  readonly x: number
  readonly y: number
}

/** What a list of fields has to name for the images that entries link to: their size, and where their subject is. */
export const IMAGE_ASSET_FIELDS = ['sys.properties', 'focalPoint'] as const

/** Widths and heights that the editor's transformation asks for. */
interface Transformation {
  readonly w?: number | undefined
  readonly h?: number | undefined
}

/**
 * The address of an asset, as transformed by the editor. Transformations are a query string on the wire.
 * Source: reference delivery-api 1.5.
 */
export function imageUrl(assetUri: string, transformations?: string | null): string {
  const query = transformations?.replace(/^[?&]+/, '')
  return query ? `${assetUri}${assetUri.includes('?') ? '&' : '?'}${query}` : assetUri
}

/** An image field as pages show it; undefined when there is nothing to show. An image without a text is decoration. */
export function readImage(field: unknown): ImageModel | undefined {
  if (!isImageField(field)) return undefined
  const { asset } = field
  const uri = readText(asset.sys.uri)
  if (!uri) return undefined
  const caption = readText(field.caption)
  const transformation = readTransformation(field.transformations)
  const isCut = transformation.w !== undefined && transformation.h !== undefined
  const focus = isCut ? undefined : readFocus(asset['focalPoint'])
  return {
    src: imageUrl(uri, field.transformations),
    alt: readText(field.altText) ?? readText(asset['altText']) ?? '',
    ...sizeOf(asset.sys.properties, transformation),
    ...(caption ? { caption } : {}),
    ...(focus ? { focus } : {}),
  }
}

/** Of an image that the editor has not cut already: two numbers from 0 to 100 as an author writes them, "50 25", "50% 25%", "50, 25". */
function readFocus(value: unknown): ImageFocus | undefined {
  const [, x, y] = /^\s*(\d{1,3})\s*%?[\s,;]+(\d{1,3})\s*%?\s*$/.exec(readText(value) ?? '') ?? []
  if (x === undefined || y === undefined || Number(x) > 100 || Number(y) > 100) return undefined
  return { x: Number(x), y: Number(y) }
}

/** The size in which the image arrives: the asset's own unless the editor has cropped or scaled it. */
function sizeOf(properties: Readonly<Record<string, unknown>> | undefined, { w, h }: Transformation) {
  if (w && h) return { width: w, height: h }
  const width = readSize(properties?.['width'])
  const height = readSize(properties?.['height'])
  if (!width || !height) return {}
  if (w) return { width: w, height: Math.round((height * w) / width) }
  if (h) return { width: Math.round((width * h) / height), height: h }
  return { width, height }
}

function readTransformation(query: string | null | undefined): Transformation {
  if (!query) return {}
  const parameters = new URLSearchParams(query)
  return {
    w: readSize(parameters.get('w') ?? parameters.get('width')),
    h: readSize(parameters.get('h') ?? parameters.get('height')),
  }
}
