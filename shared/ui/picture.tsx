import styles from './picture.module.css'

/** An image as page models hold it: its address, its own size in pixels where known, and its text alternative. */
export interface PictureSource {
  readonly src: string
  readonly alt: string
  readonly width?: number
  readonly height?: number
  /** Where its subject is, in percent from the left and from the top. */
  readonly focus?: { readonly x: number; readonly y: number }
}

/**
 * Widths that images are offered in, in pixels: those at which layouts show them, and twice those for screens that are twice as
 * dense. The nearest weighs a fifth more than the ideal one at most.
 */
const OFFERED_WIDTHS = [144, 288, 360, 400, 440, 576, 672, 720, 880, 1120, 1344] as const
/** What phones get of a picture that is not for them: one pixel. */
const NOTHING = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='
const RASTER = /\.(?:jpe?g|png|webp|avif)(?:\?|$)/i

/**
 * An image with its size, so that nothing moves when it arrives. Raster images come as AVIF or WebP (`?f=`) in several widths
 * (`?w=`), chosen by `sizes`: the width at which the layout shows them. It is never `auto`: Chromium 156 keeps such an image that has not
 * loaded, and with it the whole page that it was on, after it has left the document (e2e/journeys/long-visit.e2e.ts). Vector images are loaded as they are. `priority` is for the one large image at the top
 * of a page. `wideOnly`: phones neither load nor show it, since what their visitors came for would stand below it.
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
  // React's server writes a preload in front of the slot for every eager image, unless it is in a picture. The image is in the
  // same markup, so the preload would only make it longer, and different from what the browser renders.
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
 * What a layout that cuts the image keeps in sight, to a quarter of its width and height (theme.css): attributes for styles are
 * not allowed. Of an image that is higher than wide it is above the middle, where faces are; the middle of others.
 */
function focusOf({ focus, width = 0, height = 0 }: PictureSource): string | undefined {
  if (!focus) return height > width ? '50 25' : undefined
  return [focus.x, focus.y].map((percent) => Math.round(percent / 25) * 25).join(' ')
}

/** Candidates for `srcset` in a format, never wider than the image itself. */
export function toSrcSet(
  { src, width }: Pick<PictureSource, 'src' | 'width'>,
  format: 'avif' | 'webp',
): string {
  const separator = src.includes('?') ? '&' : '?'
  const narrower = OFFERED_WIDTHS.filter((offered) => !width || offered < width)
  const widths = width && width <= (OFFERED_WIDTHS.at(-1) ?? 0) ? [...narrower, width] : narrower
  return widths.map((offered) => `${src}${separator}w=${offered}&f=${format} ${offered}w`).join(', ')
}
