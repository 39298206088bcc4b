/** A map image with the coordinates of its four edges in degrees. North is up; the scale is the same in both directions. */
export interface MapDrawing {
  /** Path on this site. */
  readonly href: string
  readonly width: number
  readonly height: number
  readonly west: number
  readonly east: number
  readonly south: number
  readonly north: number
  /** Place names to label, the most important first; those that there is no room for are left out. */
  readonly names: readonly { readonly name: string; readonly lat: number; readonly lon: number }[]
}

/** The map of the borough, an asset of the content system, so it needs no third party and no API key. */
export const SITE_MAP: MapDrawing = {
  href: '/image-library/maps/larkmoor.x96ca9bee.svg',
  width: 1200,
  height: 1228,
  west: -3.055,
  east: -2.89,
  south: 52.355,
  north: 52.458,
  names: [
    { name: 'Larkmoor', lat: 52.402, lon: -2.95 },
    { name: 'Weirside', lat: 52.396, lon: -2.938 },
    { name: 'St Oswin’s', lat: 52.4, lon: -2.936 },
    { name: 'Penny Weir', lat: 52.41, lon: -2.978 },
    { name: 'Larkmoor Heath', lat: 52.389, lon: -2.923 },
    { name: 'Quarry Bank', lat: 52.386, lon: -2.957 },
    { name: 'Hollin Cross', lat: 52.429, lon: -2.908 },
    { name: 'Foxhollow', lat: 52.419, lon: -2.928 },
    { name: 'Skelding', lat: 52.444, lon: -2.968 },
    { name: 'Brynfa', lat: 52.384, lon: -3.018 },
    { name: 'Nantlas', lat: 52.372, lon: -3.033 },
  ],
}
