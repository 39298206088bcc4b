/** A drawing of the ground, with the degrees of its four edges: north is up, and a mile is as long in each direction. */
export interface MapDrawing {
  /** Of this site. */
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
