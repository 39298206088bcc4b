import { SITE_MAP } from '../config/index.ts'
import type { Degrees } from '../content/index.ts'
import type { MapTiles } from '../contract/index.ts'
import styles from './location-map.module.css'
import { degreesOf, MapAttribution, BaseMap, pixelOf, useMapTiles, type Point } from './base-map.tsx'
import { MapLabels, type Rectangle } from './map-labels.tsx'

/** A location in degrees, and its name. */
export interface MapPlace extends Degrees {
  readonly title: string
}

/** Width and height of the visible section of the map, in units of the drawing. */
const VIEWPORT = { width: 330, height: 240 }

interface LocationMapProps {
  readonly place: MapPlace
  readonly messages: { readonly mapOf: (place: string) => string }
  readonly tiles?: MapTiles | null
}

/** A map of a place, with the tiles of the site's provider if it has one. */
export const PlaceMap = (props: Omit<LocationMapProps, 'tiles'>) => (
  <LocationMap {...props} tiles={useMapTiles()} />
)

/**
 * A map of a place: the base map (BaseMap) with a marker, which needs no JavaScript. Without tiles it renders nothing for places
 * outside the site's own map; the page shows the location as text too.
 */
export function LocationMap({ place, messages, tiles = null }: LocationMapProps) {
  if (!tiles && !isOnDrawing(place)) return null
  const { left, top, at, degreesAt } = tiles ? viewportOfTiles(place, tiles) : viewportOfDrawing(place)
  const { x, y } = at(place)
  const map = (
    <svg
      className={styles['map']}
      viewBox={`${left} ${top} ${VIEWPORT.width} ${VIEWPORT.height}`}
      role="img"
      aria-label={messages.mapOf(place.title)}
    >
      <BaseMap
        northWest={degreesAt({ x: left, y: top })}
        southEast={degreesAt({ x: left + VIEWPORT.width, y: top + VIEWPORT.height })}
        at={at}
        tiles={tiles}
      />
      {!tiles && <MapLabels view={{ x: left, y: top, ...VIEWPORT }} at={at} taken={[markerBox(at(place))]} />}
      <path className={styles['marker']} d={`M${Math.round(x)} ${Math.round(y)}l-11 -20a13 13 0 1 1 22 0z`} />
    </svg>
  )
  if (!tiles) return map
  return (
    <figure className={styles['figure']}>
      {map}
      <figcaption>
        <MapAttribution tiles={tiles} />
      </figcaption>
    </figure>
  )
}

/** Bounding box of the marker, whose tip is at the place. */
const markerBox = ({ x, y }: Point): Rectangle => ({ x: x - 15, y: y - 42, width: 30, height: 42 })

/** The visible section of the map, in its own units. */
interface Viewport {
  readonly left: number
  readonly top: number
  readonly at: (place: Degrees) => Point
  readonly degreesAt: (point: Point) => Degrees
}

const isOnDrawing = ({ lat, lon }: MapPlace): boolean =>
  lat >= SITE_MAP.south && lat <= SITE_MAP.north && lon >= SITE_MAP.west && lon <= SITE_MAP.east

/** A section of the drawing, which does not extend beyond its edges. */
function viewportOfDrawing(place: MapPlace): Viewport {
  const { west, east, south, north, width, height } = SITE_MAP
  const at = ({ lat, lon }: Degrees): Point => ({
    x: ((lon - west) / (east - west)) * width,
    y: ((north - lat) / (north - south)) * height,
  })
  const { x, y } = at(place)
  return {
    left: clamp(Math.round(x) - VIEWPORT.width / 2, width - VIEWPORT.width),
    top: clamp(Math.round(y) - VIEWPORT.height / 2, height - VIEWPORT.height),
    at,
    degreesAt: (point) => ({
      lat: north - (point.y / height) * (north - south),
      lon: west + (point.x / width) * (east - west),
    }),
  }
}

const clamp = (value: number, most: number): number => Math.max(0, Math.min(value, most))

/** A section of the world map at the provider's zoom level; the place is its centre and its origin. */
function viewportOfTiles(place: MapPlace, { zoom }: MapTiles): Viewport {
  const middle = pixelOf(place, zoom)
  return {
    left: -VIEWPORT.width / 2,
    top: -VIEWPORT.height / 2,
    at: (degrees) => {
      const { x, y } = pixelOf(degrees, zoom)
      return { x: x - middle.x, y: y - middle.y }
    },
    degreesAt: ({ x, y }) => degreesOf({ x: x + middle.x, y: y + middle.y }, zoom),
  }
}
