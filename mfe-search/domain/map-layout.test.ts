import { SITE_MAP } from '@tessera/shared/config'
import { MAP_SIZE, layOutPlaces } from './map-layout.ts'
import type { ResultCard } from './search-state.ts'

const at = (title: string, lat?: number, lon?: number): ResultCard => ({
  id: title,
  contentTypeId: 'venue',
  title,
  path: `/${title}`,
  ...(lat !== undefined && lon !== undefined && { location: { lat, lon } }),
})
const numbers = (plan: ReturnType<typeof layOutPlaces>) =>
  plan?.markers.map(({ results }) => results.map(({ number }) => number))

describe('a plan of places', () => {
  test('shows places as they lie: north above south, east right of west, one length in each direction', () => {
    // As far apart from south to north as from west to east, at 60 degrees north.
    const plan = layOutPlaces([at('S', 60, 10), at('N', 60.1, 10), at('E', 60, 10.2)], 1, 'mi')!
    const [south, north, east] = plan.markers
    expect(north!.y).toBeLessThan(south!.y)
    expect(east!.x).toBeGreaterThan(south!.x)
    expect([north!.x, east!.y]).toEqual([south!.x, south!.y])
    expect(east!.x - south!.x).toBeCloseTo(south!.y - north!.y, -0.5)
    for (const { x, y } of plan.markers)
      for (const side of [x, y]) expect(side > 0 && side < MAP_SIZE).toBe(true)
  })

  test('numbers them as the list does, without those that say no place', () => {
    expect(numbers(layOutPlaces([at('A', 52, 2), at('B'), at('C', 52.1, 2.1)], 21, 'mi'))).toEqual([
      [21],
      [23],
    ])
  })

  test('puts places that could not be pressed apart into one marker', () => {
    const close = [at('A', 52, 2), at('B', 52.2, 2), at('C', 52.0001, 2), at('D', 52.2, 2.0001)]
    const plan = layOutPlaces(close, 1, 'mi')
    expect(numbers(plan)).toEqual([
      [1, 3],
      [2, 4],
    ])
    // One beside another in the same street.
    expect(numbers(layOutPlaces([at('A', 52, 2), at('B', 52.0001, 2)], 1, 'mi'))).toEqual([[1, 2]])
  })

  test('shows nothing beyond the edges of the site’s map that it need not, and nothing of it moves where the map is not', () => {
    const { south, north, east, west } = SITE_MAP
    const [low, tall] = [south + (north - south) / 4, (north - south) / 2]
    const near = layOutPlaces([at('A', low, east - 0.012), at('B', low + tall, east - 0.014)], 1, 'mi')!
    expect(near.southEast.lon).toBeCloseTo(east, 6)
    expect(near.at({ lat: low, lon: east }).x).toBe(MAP_SIZE)
    // A place that needs the margin keeps it: the map ends before the view does.
    const corner = layOutPlaces([at('A', low, east), at('B', low + tall, east)], 1, 'mi')!
    expect(corner.markers[0]!.x).toBe(MAP_SIZE - 32)
    const wide = layOutPlaces([at('A', south, west), at('B', north, east)], 1, 'mi')!
    expect((wide.northWest.lat + wide.southEast.lat) / 2).toBeCloseTo((north + south) / 2, 6)
    const elsewhere = layOutPlaces([at('A', low, 2), at('B', low + tall, 2)], 1, 'mi')!
    expect(elsewhere.markers[0]!.x).toBe(MAP_SIZE / 2)
  })

  test('has the place that distances are from in it', () => {
    const plan = layOutPlaces([at('A', 52, 2), at('B', 52, 2.1)], 1, 'mi', { lat: 52.5, lon: 2.05 })
    expect(plan?.from!.y).toBeLessThan(plan!.markers[0]!.y)
    expect(layOutPlaces([at('A', 52, 2), at('B', 52, 2.1)], 1, 'mi')?.from).toBeUndefined()
  })

  test.each([
    ['mi', 1],
    ['km', 2],
  ] as const)('says how long a length in %s is', (unit, value) => {
    // Four kilometres across 256 units.
    const { scale } = layOutPlaces([at('A', 0, 0), at('B', 4 / 111.195, 0)], 1, unit)!
    const [metres, width] = unit === 'mi' ? [1609.344, 103] : [1000, 128]
    expect(scale).toMatchObject({ value, unit })
    expect(scale.width).toBeCloseTo((value * metres * 256) / 4000, 0)
    expect(Math.round(scale.width)).toBe(width)
  })

  test.each([[[]], [[at('A', 52, 2)]], [[at('A', 52, 2), at('B')]]])(
    'is none of fewer than two places',
    (results) => expect(layOutPlaces(results, 1, 'mi')).toBeNull(),
  )
})
