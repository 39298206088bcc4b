/** A drawing of the ground, with the degrees of its four edges: north is up, and a mile is as long in each direction. */
export interface MapDrawing {
  /** Of this site, or of a host that its policy lets images come from. */
  readonly href: string
  readonly width: number
  readonly height: number
  readonly west: number
  readonly east: number
  readonly south: number
  readonly north: number
}

/** The map of the borough, an asset of the content system. It needs no key and no third party. */
export const SITE_MAP: MapDrawing = {
  href: '/image-library/maps/larkmoor.x5cdde135.svg',
  width: 1200,
  height: 1228,
  west: -3.055,
  east: -2.89,
  south: 52.355,
  north: 52.458,
}

/** Who serves the ground in tiles of 256 pixels in Web Mercator, as most do. */
export interface TileProvider {
  /** Address of a tile with {z}, {x} and {y}; its origin may serve images to every page of the site. */
  readonly url: string
  /** How near a place is looked at: 0 is the world, 16 a few streets. */
  readonly zoom: number
  /** What the provider wants said beside each map, and where that leads. */
  readonly attribution: { readonly text: string; readonly href: string }
}

/** The provider of map tiles, over the map of the borough; null for that map alone, which asks no third party. Source: docs/decisions/0070. */
export const TILES = null as TileProvider | null

/** Origins that the policy of pages lets images come from besides the site's own. */
export const imageOrigins = (tiles: Pick<TileProvider, 'url'> | null = TILES): readonly string[] =>
  tiles ? [new URL(tiles.url).origin] : []
