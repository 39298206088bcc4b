import { isImageField } from './entry.ts'
import { readSize, readText } from './read-field.ts'

/** An image as pages show it. Width and height are in pixels, absent where the asset has none. */
export interface ImageModel {
  readonly src: string
  readonly alt: string
  readonly width?: number
  readonly height?: number
  readonly caption?: string
  /** Focal point, which stays visible where a layout crops the image; the centre unless given. */
  readonly focus?: ImageFocus
}

/** A point of an image, in percent from its left and top edges. */
export interface ImageFocus {
  readonly x: number
  readonly y: number
}

/** Fields of image assets that a call with a list of fields must include: for the size and the focal point. */
export const IMAGE_ASSET_FIELDS = ['sys.properties', 'focalPoint'] as const

/** Width and height, in pixels, of the editor's transformation. */
interface Transformation {
  readonly w?: number | undefined
  readonly h?: number | undefined
}

/**
 * The URL of an asset with the editor's transformations, which the platform gives as a query string.
 * Source: reference delivery-api 1.5.
 */
export function imageUrl(assetUri: string, transformations?: string): string {
  const query = transformations?.replace(/^[?&]+/, '')
  return query ? `${assetUri}${assetUri.includes('?') ? '&' : '?'}${query}` : assetUri
}

/** An image field as pages show it; undefined when it has no asset to show. Without an alternative text `alt` is empty: decorative. */
export function readImage(field: unknown): ImageModel | undefined {
  if (!isImageField(field)) return undefined
  const { asset } = field
  const uri = readText(asset.sys.uri)
  if (!uri) return undefined
  const caption = readText(field.caption)
  const query = readText(field.transformations)
  const transformation = readTransformation(query)
  const isCut = transformation.w !== undefined && transformation.h !== undefined
  const focus = isCut ? undefined : readFocus(asset['focalPoint'])
  return {
    src: imageUrl(uri, query),
    alt: readText(field.altText) ?? readText(asset['altText']) ?? '',
    ...sizeOf(asset.sys.properties, transformation),
    ...(caption ? { caption } : {}),
    ...(focus ? { focus } : {}),
  }
}

/** The focal point in percent, as authors write it: "50 25", "50% 25%" or "50, 25". */
function readFocus(value: unknown): ImageFocus | undefined {
  const [, x, y] = /^\s*(\d{1,3})\s*%?[\s,;]+(\d{1,3})\s*%?\s*$/.exec(readText(value) ?? '') ?? []
  if (x === undefined || y === undefined || Number(x) > 100 || Number(y) > 100) return undefined
  return { x: Number(x), y: Number(y) }
}

/** The size in which the image is delivered: the asset's own unless the editor has cropped or scaled it. */
function sizeOf(properties: Readonly<Record<string, unknown>> | undefined, { w, h }: Transformation) {
  if (w && h) return { width: w, height: h }
  const width = readSize(properties?.['width'])
  const height = readSize(properties?.['height'])
  if (!width || !height) return {}
  if (w) return { width: w, height: Math.round((height * w) / width) }
  if (h) return { width: Math.round((width * h) / height), height: h }
  return { width, height }
}

function readTransformation(query: string | undefined): Transformation {
  if (!query) return {}
  const parameters = new URLSearchParams(query)
  return {
    w: readSize(parameters.get('w') ?? parameters.get('width')),
    h: readSize(parameters.get('h') ?? parameters.get('height')),
  }
}
