import { SITE_MAP } from '../config/index.ts'
import styles from './location-map.module.css'

/** A point on the globe in degrees, and what is there. */
export interface MapPlace {
  readonly title: string
  readonly lat: number
  readonly lon: number
}

/** What a window of the map is wide and high, in the units of the drawing. */
const WINDOW = { width: 330, height: 240 }

/** Where a place is, on the site's own map: a picture with a marker. Nothing where the map does not reach; what it says stands beside it in words. */
export function LocationMap({
  place,
  messages,
}: {
  readonly place: MapPlace
  readonly messages: { readonly mapOf: (place: string) => string }
}) {
  const { href, width, height } = SITE_MAP
  const point = pointOn(place)
  if (!point) return null
  const x = clamp(point.x - WINDOW.width / 2, width - WINDOW.width)
  const y = clamp(point.y - WINDOW.height / 2, height - WINDOW.height)
  return (
    <svg
      className={styles['map']}
      viewBox={`${x} ${y} ${WINDOW.width} ${WINDOW.height}`}
      role="img"
      aria-label={messages.mapOf(place.title)}
    >
      <image href={href} width={width} height={height} />
      <path className={styles['marker']} d={`M${point.x} ${point.y}l-11 -20a13 13 0 1 1 22 0z`} />
    </svg>
  )
}

/** Where a place is on the drawing; null beyond its edges. */
function pointOn({ lat, lon }: MapPlace): { readonly x: number; readonly y: number } | null {
  const { west, east, south, north, width, height } = SITE_MAP
  if (lat < south || lat > north || lon < west || lon > east) return null
  return {
    x: Math.round(((lon - west) / (east - west)) * width),
    y: Math.round(((north - lat) / (north - south)) * height),
  }
}

const clamp = (value: number, most: number): number => Math.max(0, Math.min(value, most))
