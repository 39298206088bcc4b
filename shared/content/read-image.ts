import { isImageField } from './entry.ts'
import { readSize, readText } from './read-field.ts'

/** An image as pages show it. Widths and heights in pixels, absent for assets that do not tell. */
export interface ImageModel {
  readonly src: string
  readonly alt: string
  readonly width?: number
  readonly height?: number
  readonly caption?: string
}

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
  return {
    src: imageUrl(uri, field.transformations),
    alt: readText(field.altText) ?? readText(asset['altText']) ?? '',
    ...sizeOf(asset.sys.properties, readTransformation(field.transformations)),
    ...(caption ? { caption } : {}),
  }
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
