import { SITE_MAP } from '../config/index.ts'
import type { Degrees } from '../content/index.ts'
import type { MapTiles } from '../contract/index.ts'
import { useSelector } from './store-provider.tsx'

/** A point of a drawing, in its units. */
export interface Point {
  readonly x: number
  readonly y: number
}

export interface BaseMapProps {
  /** Corners of the visible area. */
  readonly northWest: Degrees
  readonly southEast: Degrees
  /** Converts a location to a point of the drawing; north is up. */
  readonly at: (place: Degrees) => Point
  readonly tiles?: MapTiles | null
}

/**
 * The base map below the markers, inside the map's `<svg>`: the site's own map, and over it the tiles of the site's provider, if it has
 * one. Where tiles fail to load, the site's own map stays visible. Empty where neither covers the area.
 */
export const BaseMap = ({ tiles = null, ...seen }: BaseMapProps) => (
  <g aria-hidden="true">
    {isDrawn(seen) && (
      <image
        href={SITE_MAP.href}
        {...rectangle(
          seen.at({ lat: SITE_MAP.north, lon: SITE_MAP.west }),
          seen.at({ lat: SITE_MAP.south, lon: SITE_MAP.east }),
        )}
        preserveAspectRatio="none"
      />
    )}
    {tiles &&
      tilesOf(seen, tiles).map((tile) => <image key={tile.href} {...tile} preserveAspectRatio="none" />)}
  </g>
)

/** The provider of map tiles that the site has configured; null without one. */
export const useMapTiles = (): MapTiles | null => useSelector(({ page }) => page.mapTiles ?? null)

/** The tile provider's required attribution for each map; renders nothing without a provider. */
export function MapAttribution({ tiles = null }: Pick<BaseMapProps, 'tiles'>) {
  if (!tiles) return null
  const { text, href } = tiles.attribution
  return (
    <a href={href} rel="noreferrer">
      {text}
    </a>
  )
}

type Seen = Omit<BaseMapProps, 'tiles'>

const isDrawn = ({ northWest, southEast }: Seen): boolean =>
  southEast.lat < SITE_MAP.north &&
  northWest.lat > SITE_MAP.south &&
  northWest.lon < SITE_MAP.east &&
  southEast.lon > SITE_MAP.west

/** Rounded to whole units, so that there are no gaps between neighbouring tiles. */
function rectangle(start: Point, end: Point) {
  const [x, y] = [Math.round(start.x), Math.round(start.y)]
  return { x, y, width: Math.round(end.x) - x, height: Math.round(end.y) - y }
}

/** Width and height of a tile, in pixels. */
const TILE = 256

/** The tiles of the visible area, at the zoom level whose tiles are shown closest to their own size. */
function tilesOf({ northWest, southEast, at }: Seen, { url, zoom: nearest }: MapTiles) {
  const world = (360 * (at(southEast).x - at(northWest).x)) / (southEast.lon - northWest.lon)
  const zoom = Math.min(nearest, Math.max(0, Math.round(Math.log2(world / TILE))))
  const [start, end] = [pixelOf(northWest, zoom), pixelOf(southEast, zoom)]
  const columns = numbersFrom(start.x, end.x, zoom)
  return numbersFrom(start.y, end.y, zoom).flatMap((row) =>
    columns.map((column) => ({
      href: url.replace('{z}', `${zoom}`).replace('{x}', `${column}`).replace('{y}', `${row}`),
      ...rectangle(
        at(degreesOf({ x: column * TILE, y: row * TILE }, zoom)),
        at(degreesOf({ x: (column + 1) * TILE, y: (row + 1) * TILE }, zoom)),
      ),
    })),
  )
}

/** The numbers of the tiles between two pixels. */
function numbersFrom(from: number, to: number, zoom: number): readonly number[] {
  const first = Math.max(0, Math.floor(Math.round(from) / TILE))
  const last = Math.min(2 ** zoom - 1, Math.floor((Math.round(to) - 1) / TILE))
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at)
}

/** Position of a location on the world map at a zoom level, in pixels. Source: Web Mercator, EPSG:3857. */
export function pixelOf({ lat, lon }: Degrees, zoom: number): Point {
  const world = TILE * 2 ** zoom
  const northing = Math.asinh(Math.tan((lat * Math.PI) / 180)) / Math.PI
  return { x: ((lon + 180) / 360) * world, y: ((1 - northing) / 2) * world }
}

/** The location of a pixel: the inverse of `pixelOf`. */
export function degreesOf({ x, y }: Point, zoom: number): Degrees {
  const world = TILE * 2 ** zoom
  return {
    lat: (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / world))) * 180) / Math.PI,
    lon: (x / world) * 360 - 180,
  }
}
