import { SITE_MAP } from '../config/index.ts'
import type { Degrees } from '../content/index.ts'
import { placeLabels } from './map-labels.tsx'

const { west, east, south, north } = SITE_MAP
const at = ({ lat, lon }: Degrees) => ({
  x: ((lon - west) / (east - west)) * 1200,
  y: ((north - lat) / (north - south)) * 1200,
})
const view = { x: 0, y: 0, width: 1200, height: 1200 }
const [first] = SITE_MAP.names
const place = at(first!)
const found = (names: ReturnType<typeof placeLabels>) => names.find(({ name }) => name === first!.name)

describe('names of a map', () => {
  test('stand at their places where there is room', () => {
    expect(placeLabels({ view, at, taken: [] })).toHaveLength(SITE_MAP.names.length)
    expect(Math.abs(found(placeLabels({ view, at, taken: [] }))!.y - place.y)).toBeLessThan(1)
  })

  test('make way for a marker, by more than its height', () => {
    const taken = [{ x: place.x - 10, y: place.y - 10, width: 20, height: 20 }]
    expect(Math.abs(found(placeLabels({ view, at, taken }))!.y - place.y)).toBeGreaterThan(16)
  })

  test('are left out where a marker leaves no room, where an edge would cut them, and outside of what is seen', () => {
    const large = { x: place.x - 60, y: place.y - 60, width: 120, height: 120 }
    expect(found(placeLabels({ view, at, taken: [large] }))).toBeUndefined()
    const cut = { x: place.x - 10, y: 0, width: 1200, height: 1200 }
    expect(found(placeLabels({ view: cut, at, taken: [] }))).toBeUndefined()
    expect(placeLabels({ view: { x: 0, y: 0, width: 20, height: 20 }, at, taken: [] })).toEqual([])
  })
})
