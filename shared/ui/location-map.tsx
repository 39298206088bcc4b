import { SITE_MAP, TILES, type TileProvider } from '../config/index.ts'
import styles from './location-map.module.css'

/** A point on the globe in degrees, and what is there. */
export interface MapPlace {
  readonly title: string
  readonly lat: number
  readonly lon: number
}

/** What a window of the map is wide and high, in the units of the drawing. */
const WINDOW = { width: 330, height: 240 }

/**
 * Where a place is: on the site's own map, and over it on the tiles of a provider, where the site has one; a picture with a marker, which needs no
 * script. Tiles that do not come leave the site's own map in sight. Nothing where neither reaches; what it says stands beside it in words.
 */
export function LocationMap({
  place,
  messages,
  tiles = TILES,
}: {
  readonly place: MapPlace
  readonly messages: { readonly mapOf: (place: string) => string }
  readonly tiles?: TileProvider | null
}) {
  const isDrawn = isOnDrawing(place)
  if (!isDrawn && !tiles) return null
  const ground = tiles ? tileGround(place, tiles) : drawnGround(place)
  const { left, top, point, drawing } = ground
  const map = (
    <svg
      className={styles['map']}
      viewBox={`${left} ${top} ${WINDOW.width} ${WINDOW.height}`}
      role="img"
      aria-label={messages.mapOf(place.title)}
    >
      {isDrawn && <image href={SITE_MAP.href} {...drawing} preserveAspectRatio="none" />}
      {ground.tiles.map(({ href, x, y }) => (
        <image key={href} href={href} x={x} y={y} width={TILE} height={TILE} />
      ))}
      <path className={styles['marker']} d={`M${point.x} ${point.y}l-11 -20a13 13 0 1 1 22 0z`} />
    </svg>
  )
  if (!tiles) return map
  const { text, href } = tiles.attribution
  return (
    <figure className={styles['figure']}>
      {map}
      <figcaption>
        <a href={href} rel="noreferrer">
          {text}
        </a>
      </figcaption>
    </figure>
  )
}

/** What stands in a window, in its own units. */
interface Ground {
  readonly left: number
  readonly top: number
  readonly point: Point
  readonly drawing: {
    readonly x: number
    readonly y: number
    readonly width: number
    readonly height: number
  }
  readonly tiles: readonly { readonly href: string; readonly x: number; readonly y: number }[]
}

interface Point {
  readonly x: number
  readonly y: number
}

const isOnDrawing = ({ lat, lon }: MapPlace): boolean =>
  lat >= SITE_MAP.south && lat <= SITE_MAP.north && lon >= SITE_MAP.west && lon <= SITE_MAP.east

/** A window of the drawing, which it does not leave. */
function drawnGround({ lat, lon }: MapPlace): Ground {
  const { west, east, south, north, width, height } = SITE_MAP
  const point = {
    x: Math.round(((lon - west) / (east - west)) * width),
    y: Math.round(((north - lat) / (north - south)) * height),
  }
  const left = clamp(point.x - WINDOW.width / 2, width - WINDOW.width)
  const top = clamp(point.y - WINDOW.height / 2, height - WINDOW.height)
  return { left, top, point, drawing: { x: 0, y: 0, width, height }, tiles: [] }
}

const clamp = (value: number, most: number): number => Math.max(0, Math.min(value, most))

/** How wide and high a tile is, in pixels. */
const TILE = 256

/** The tiles around a place, which is in the middle, over as much of the drawing as there is: over so little ground both are the same. */
function tileGround(place: MapPlace, { url, zoom }: TileProvider): Ground {
  const { west, east, south, north } = SITE_MAP
  const middle = pixelOf(place, zoom)
  const at = (degrees: Pick<MapPlace, 'lat' | 'lon'>): Point => {
    const { x, y } = pixelOf(degrees, zoom)
    return { x: Math.round(x - middle.x), y: Math.round(y - middle.y) }
  }
  const [start, end] = [at({ lat: north, lon: west }), at({ lat: south, lon: east })]
  const [halfWidth, halfHeight] = [WINDOW.width / 2, WINDOW.height / 2]
  const columns = tilesFrom(middle.x - halfWidth, middle.x + halfWidth)
  const rows = tilesFrom(middle.y - halfHeight, middle.y + halfHeight)
  return {
    left: -halfWidth,
    top: -halfHeight,
    point: { x: 0, y: 0 },
    drawing: { ...start, width: end.x - start.x, height: end.y - start.y },
    tiles: rows.flatMap((row) =>
      columns.map((column) => ({
        href: url.replace('{z}', `${zoom}`).replace('{x}', `${column}`).replace('{y}', `${row}`),
        x: Math.round(column * TILE - middle.x),
        y: Math.round(row * TILE - middle.y),
      })),
    ),
  }
}

/** Where a point is on the whole world of a zoom, in pixels. Source: Web Mercator, EPSG:3857. */
function pixelOf({ lat, lon }: Pick<MapPlace, 'lat' | 'lon'>, zoom: number): Point {
  const world = TILE * 2 ** zoom
  const northing = Math.asinh(Math.tan((lat * Math.PI) / 180)) / Math.PI
  return { x: ((lon + 180) / 360) * world, y: ((1 - northing) / 2) * world }
}

/** The numbers of the tiles from a pixel to another one. */
const tilesFrom = (from: number, to: number): readonly number[] => {
  const first = Math.floor(from / TILE)
  return Array.from({ length: Math.floor((to - 1) / TILE) - first + 1 }, (_, at) => first + at)
}
