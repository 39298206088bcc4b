import { tableOf } from '../domain/table-of.ts'
import { PlatformError } from '../errors.ts'
import type { Clause } from './ast.ts'

const UNITS = tableOf<number>({
  mi: 1609.344,
  mile: 1609.344,
  miles: 1609.344,
  yd: 0.9144,
  yards: 0.9144,
  ft: 0.3048,
  feet: 0.3048,
  in: 0.0254,
  inch: 0.0254,
  km: 1000,
  kilometers: 1000,
  kilometres: 1000,
  m: 1,
  meters: 1,
  metres: 1,
  cm: 0.01,
  centimeters: 0.01,
  mm: 0.001,
  millimeters: 0.001,
  nm: 1852,
  nmi: 1852,
  nauticalmiles: 1852,
})

/** A distance such as `12.5mi` in metres, with the length of its unit. A bare number is metres. Null when it is no distance. */
export function readDistance(text: string): { readonly metres: number; readonly unitMetres: number } | null {
  const match = /^\s*(\d+(?:\.\d+)?|\.\d+)\s*([a-z]*)\s*$/i.exec(text)
  const unitMetres = UNITS.get((match?.[2] || 'm').toLowerCase())
  return match === null || unitMetres === undefined
    ? null
    : { metres: Number(match[1]) * unitMetres, unitMetres }
}

/** Read the value of `distanceWithin`. Throws `platform/bad-query` when the coordinates or the unit are invalid. */
export function readDistanceClause(field: string, value: unknown, weight: number): Clause {
  const { lat, lon, distance } = (typeof value === 'object' && value !== null ? value : {}) as Record<
    string,
    unknown
  >
  const [latitude, longitude] = [readDegrees(lat, 90), readDegrees(lon, 180)]
  const reach =
    typeof distance === 'string' || typeof distance === 'number' ? readDistance(String(distance)) : null
  if (latitude === null || longitude === null)
    throw new PlatformError('platform/bad-query', '"distanceWithin" needs "lat" and "lon" in degrees')
  if (reach === null)
    throw new PlatformError(
      'platform/bad-query',
      '"distanceWithin" needs a "distance" such as "10mi" or "2.5km"',
    )
  return { kind: 'near', field, lat: latitude, lon: longitude, ...reach, weight }
}

function readDegrees(value: unknown, limit: number): number | null {
  if ((typeof value !== 'number' && typeof value !== 'string') || value === '') return null
  const degrees = Number(value)
  return Number.isFinite(degrees) && Math.abs(degrees) <= limit ? degrees : null
}
