import styles from './picture.module.css'

/** An image as page models hold it: its address, its own size in pixels where known, and its text alternative. */
export interface PictureSource {
  readonly src: string
  readonly alt: string
  readonly width?: number
  readonly height?: number
}

/** Widths at which layouts show images, in CSS pixels times common densities. */
const LAYOUT_WIDTHS = [400, 800, 1200, 1600] as const
const RASTER = /\.(?:jpe?g|png|webp|avif)(?:\?|$)/i

/**
 * An image with its size, so that nothing moves when it arrives. Raster images offer several widths (`?w=`), chosen by
 * `sizes`; the others are loaded as they are. `priority` is for the one large image at the top of a page.
 */
export function Picture({
  image,
  sizes,
  priority = false,
  className,
}: {
  readonly image: PictureSource
  readonly sizes: string
  readonly priority?: boolean | undefined
  readonly className?: string | undefined
}) {
  const srcSet = toSrcSet(image)
  const element = (
    <img
      className={className}
      {...(srcSet ? { sizes, srcSet } : {})}
      src={image.src}
      alt={image.alt}
      width={image.width}
      height={image.height}
      loading={priority ? 'eager' : 'lazy'}
      {...(priority ? { fetchPriority: 'high' as const } : { decoding: 'async' as const })}
    />
  )
  // React's server writes a preload in front of the slot for every eager image, unless it is in a picture. The image is in the
  // same markup, so the preload would only make it longer, and different from what the browser renders.
  return priority ? <picture className={styles.picture}>{element}</picture> : element
}

/** Candidates for `srcset`, never wider than the image itself; empty for vector images. */
export function toSrcSet({ src, width }: Pick<PictureSource, 'src' | 'width'>): string {
  if (!RASTER.test(src)) return ''
  const separator = src.includes('?') ? '&' : '?'
  const widths = LAYOUT_WIDTHS.filter((layout) => !width || layout < width)
  const scaled = widths.map((layout) => `${src}${separator}w=${layout} ${layout}w`)
  return [...scaled, ...(width ? [`${src} ${width}w`] : [])].join(', ')
}
