import { SITE_MAP } from '@tessera/shared/config'
import type { Degrees } from '@tessera/shared/content'
import type { LengthUnit, ResultCard } from './search-state.ts'

/** Width and height of a map, in units that are about a pixel wide. */
export const MAP_SIZE = 320
/** Width of the edge that stays free of markers. */
const MARGIN = 32
/** Results that are nearer to each other than this share a marker, so that each marker can be pressed by itself. */
const MARKER_DISTANCE = 32
/** Minimum span of a map in degrees of latitude, about 500 m, so that it shows more than one street. */
const MIN_SPAN = 0.0045
const METRES_A_DEGREE = 111_195
/** Metres in one unit of length. */
export const METRES = { mi: 1609.344, km: 1000 } as const
/** The scale bar takes at most this share of the width. */
const SCALE_SHARE = 0.4

/** One marker: the results at a point of a map, by their numbers in the list. */
export interface Marker {
  readonly x: number
  readonly y: number
  readonly results: readonly { readonly number: number; readonly title: string }[]
}

export interface MapLayout {
  readonly markers: readonly Marker[]
  /** The place that distances are measured from. */
  readonly from?: Readonly<Record<'x' | 'y', number>>
  /** The scale bar: a length, and how wide it is on the map. */
  readonly scale: { readonly value: number; readonly unit: LengthUnit; readonly width: number }
  /** Corners of the area that it shows. */
  readonly northWest: Degrees
  readonly southEast: Degrees
  /** The position of a place on the map. */
  readonly at: (place: Degrees) => Readonly<Record<'x' | 'y', number>>
}

/** A simple map of results: north is up, and the scale is the same in both directions. Null for fewer than two places. */
export function layOutPlaces(
  results: readonly ResultCard[],
  start: number,
  unit: LengthUnit,
  from?: Degrees,
): MapLayout | null {
  const places = results.flatMap(({ location, title }, at) =>
    location ? [{ location, title, number: start + at }] : [],
  )
  if (places.length < 2) return null
  const points = [...places.map(({ location }) => location), ...(from ? [from] : [])]
  const [south, north] = [least(points, 'lat'), most(points, 'lat')]
  const [west, east] = [least(points, 'lon'), most(points, 'lon')]
  const narrowing = Math.cos(((south + north) * Math.PI) / 360)
  const span = Math.max(north - south, (east - west) * narrowing, MIN_SPAN)
  const unitsADegree = (MAP_SIZE - 2 * MARGIN) / span
  const half = MAP_SIZE / 2 / unitsADegree
  const middle = middleOf([south, north], half, [SITE_MAP.south, SITE_MAP.north])
  const centre = middleOf([west, east], half / narrowing, [SITE_MAP.west, SITE_MAP.east])
  const at = ({ lat, lon }: Degrees) => ({
    x: round(MAP_SIZE / 2 + (lon - centre) * narrowing * unitsADegree),
    y: round(MAP_SIZE / 2 - (lat - middle) * unitsADegree),
  })
  return {
    markers: grouped(places.map(({ location, ...result }) => ({ ...at(location), results: [result] }))),
    ...(from && { from: at(from) }),
    scale: scaleOf(unit, unitsADegree / METRES_A_DEGREE),
    northWest: { lat: middle + half, lon: centre - half / narrowing },
    southEast: { lat: middle - half, lon: centre + half / narrowing },
    at,
  }
}

type Range = readonly [from: number, to: number]

/** The middle of a view of places: as far as they stay clear of its edges, it shows nothing beyond the site's own map. */
function middleOf([least, most]: Range, half: number, [from, to]: Range): number {
  const middle = (least + most) / 2
  if (2 * half > to - from || most < from || least > to) return middle
  const spare = half * (1 - (2 * MARGIN) / MAP_SIZE) - (most - least) / 2
  return within(within(middle, [from + half, to - half]), [middle - spare, middle + spare])
}

const within = (value: number, [from, to]: Range): number => Math.min(Math.max(value, from), to)

const least = (points: readonly Degrees[], side: keyof Degrees): number =>
  Math.min(...points.map((point) => point[side]))
const most = (points: readonly Degrees[], side: keyof Degrees): number =>
  Math.max(...points.map((point) => point[side]))
const round = (value: number): number => Math.round(value * 10) / 10

/** Each marker at the place of its first result; later ones that are too near join it. */
function grouped(markers: readonly Marker[]): readonly Marker[] {
  const groups: Marker[] = []
  for (const marker of markers) {
    const at = groups.findIndex(({ x, y }) => Math.hypot(x - marker.x, y - marker.y) < MARKER_DISTANCE)
    const group = groups[at]
    if (group) groups[at] = { ...group, results: [...group.results, ...marker.results] }
    else groups.push(marker)
  }
  return groups
}

/** The longest round length that is short enough to be drawn. */
function scaleOf(unit: LengthUnit, unitsAMetre: number): MapLayout['scale'] {
  const room = (MAP_SIZE * SCALE_SHARE) / (unitsAMetre * METRES[unit])
  const power = 10 ** Math.floor(Math.log10(room))
  const value = [5, 2, 1].map((factor) => factor * power).find((length) => length <= room) ?? power
  return { value, unit, width: round(value * METRES[unit] * unitsAMetre) }
}
