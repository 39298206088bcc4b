import { SITE_MAP } from '../config/index.ts'
import type { Degrees } from '../content/index.ts'
import type { MapTiles } from '../contract/index.ts'
import styles from './location-map.module.css'
import { degreesOf, MapAttribution, MapGround, pixelOf, useMapTiles, type Point } from './map-ground.tsx'
import { MapNames, type Rectangle } from './map-names.tsx'

/** A location in degrees, and its name. */
export interface MapPlace extends Degrees {
  readonly title: string
}

/** Width and height of the visible section of the map, in units of the drawing. */
const WINDOW = { width: 330, height: 240 }

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
 * A map of a place: the base map (MapGround) with a marker, which needs no JavaScript. Without tiles it renders nothing for places
 * outside the site's own map; the page shows the location as text too.
 */
export function LocationMap({ place, messages, tiles = null }: LocationMapProps) {
  if (!tiles && !isOnDrawing(place)) return null
  const { left, top, at, degreesAt } = tiles ? windowOfTiles(place, tiles) : windowOfDrawing(place)
  const { x, y } = at(place)
  const map = (
    <svg
      className={styles['map']}
      viewBox={`${left} ${top} ${WINDOW.width} ${WINDOW.height}`}
      role="img"
      aria-label={messages.mapOf(place.title)}
    >
      <MapGround
        northWest={degreesAt({ x: left, y: top })}
        southEast={degreesAt({ x: left + WINDOW.width, y: top + WINDOW.height })}
        at={at}
        tiles={tiles}
      />
      {!tiles && <MapNames view={{ x: left, y: top, ...WINDOW }} at={at} taken={[markerBox(at(place))]} />}
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
interface Window {
  readonly left: number
  readonly top: number
  readonly at: (place: Degrees) => Point
  readonly degreesAt: (point: Point) => Degrees
}

const isOnDrawing = ({ lat, lon }: MapPlace): boolean =>
  lat >= SITE_MAP.south && lat <= SITE_MAP.north && lon >= SITE_MAP.west && lon <= SITE_MAP.east

/** A section of the drawing, which does not extend beyond its edges. */
function windowOfDrawing(place: MapPlace): Window {
  const { west, east, south, north, width, height } = SITE_MAP
  const at = ({ lat, lon }: Degrees): Point => ({
    x: ((lon - west) / (east - west)) * width,
    y: ((north - lat) / (north - south)) * height,
  })
  const { x, y } = at(place)
  return {
    left: clamp(Math.round(x) - WINDOW.width / 2, width - WINDOW.width),
    top: clamp(Math.round(y) - WINDOW.height / 2, height - WINDOW.height),
    at,
    degreesAt: (point) => ({
      lat: north - (point.y / height) * (north - south),
      lon: west + (point.x / width) * (east - west),
    }),
  }
}

const clamp = (value: number, most: number): number => Math.max(0, Math.min(value, most))

/** A section of the world map at the provider's zoom level; the place is its centre and its origin. */
function windowOfTiles(place: MapPlace, { zoom }: MapTiles): Window {
  const middle = pixelOf(place, zoom)
  return {
    left: -WINDOW.width / 2,
    top: -WINDOW.height / 2,
    at: (degrees) => {
      const { x, y } = pixelOf(degrees, zoom)
      return { x: x - middle.x, y: y - middle.y }
    },
    degreesAt: ({ x, y }) => degreesOf({ x: x + middle.x, y: y + middle.y }, zoom),
  }
}
