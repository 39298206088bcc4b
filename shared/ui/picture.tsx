import styles from './picture.module.css'

/** An image in a page model: its URL, its size in pixels where known, and its alternative text. */
export interface PictureSource {
  readonly src: string
  readonly alt: string
  readonly width?: number
  readonly height?: number
  /** Focal point, in percent from the left and top edges. */
  readonly focus?: { readonly x: number; readonly y: number }
}

/**
 * Widths in pixels in which images are offered: those at which layouts show them, and twice those for screens with double density.
 * The file of the nearest width is at most a fifth larger than that of the ideal one.
 */
const OFFERED_WIDTHS = [144, 288, 360, 400, 440, 576, 672, 720, 880, 1120, 1344] as const
/** A GIF of one pixel, which phones load instead of a `wideOnly` picture. */
const NOTHING = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='
const RASTER = /\.(?:jpe?g|png|webp|avif)(?:\?|$)/i

/**
 * An image with its size, so that the layout does not shift when it loads. Raster images are offered as AVIF or WebP (`?f=`) in
 * several widths (`?w=`); browsers choose by `sizes`, the width at which the layout shows the image. `sizes` is never `auto`:
 * Chromium 156 leaks the memory of such an image that has not loaded, and of its whole page, after it is removed from the document
 * (e2e/journeys/long-visit.e2e.ts). Vector images are loaded unchanged. `priority` is for the one large image at the top of a page.
 * `wideOnly`: phones neither load nor show it, since it would push the content down.
 */
export function Picture({
  image,
  sizes,
  priority = false,
  wideOnly = false,
  className,
}: {
  readonly image: PictureSource
  readonly sizes: string
  readonly priority?: boolean | undefined
  readonly wideOnly?: boolean | undefined
  readonly className?: string | undefined
}) {
  const isRaster = RASTER.test(image.src)
  const element = (
    <img
      className={className}
      {...(isRaster ? { sizes, srcSet: toSrcSet(image, 'webp') } : {})}
      src={image.src}
      alt={image.alt}
      width={image.width}
      height={image.height}
      data-focus={focusOf(image)}
      loading={priority ? 'eager' : 'lazy'}
      {...(priority ? { fetchPriority: 'high' as const } : { decoding: 'async' as const })}
    />
  )
  // On the server React writes a preload link before the slot for every eager image outside a <picture>. The image is in the same
  // markup, so the preload would only make it longer, and different from what the browser renders.
  if (!isRaster && !priority) return element
  return (
    <picture className={wideOnly ? `${styles.picture} ${styles.wide}` : styles.picture}>
      {wideOnly && <source media="(width < 40rem)" srcSet={NOTHING} />}
      {isRaster && <source type="image/avif" sizes={sizes} srcSet={toSrcSet(image, 'avif')} />}
      {element}
    </picture>
  )
}

/**
 * Focal point for layouts that crop the image, rounded to quarters of its width and height: theme.css has a rule for each, since the
 * CSP allows no style attributes. Without one it is the centre; in portrait images it is above the centre, where faces are.
 */
function focusOf({ focus, width = 0, height = 0 }: PictureSource): string | undefined {
  if (!focus) return height > width ? '50 25' : undefined
  return [focus.x, focus.y].map((percent) => Math.round(percent / 25) * 25).join(' ')
}

/** The `srcset` of a format, without widths larger than the image's own. */
export function toSrcSet(
  { src, width }: Pick<PictureSource, 'src' | 'width'>,
  format: 'avif' | 'webp',
): string {
  const separator = src.includes('?') ? '&' : '?'
  const narrower = OFFERED_WIDTHS.filter((offered) => !width || offered < width)
  const widths = width && width <= (OFFERED_WIDTHS.at(-1) ?? 0) ? [...narrower, width] : narrower
  return widths.map((offered) => `${src}${separator}w=${offered}&f=${format} ${offered}w`).join(', ')
}
