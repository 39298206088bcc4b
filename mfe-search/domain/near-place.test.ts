import type { SearchConfig } from '../config/search-config.ts'
import { anAddress } from '../testing/builders.ts'
import { findPlace, metresBetween, nearStateOf, readAddress, withDistances } from './near-place.ts'
import { toUrl } from './search-url.ts'

const places = [
  { name: 'Hollin Cross', postcodes: ['LK5'], lat: 52.426, lon: -2.91 },
  { name: 'Foxhollow', postcodes: ['LK5 6'], lat: 52.418, lon: -2.928 },
  { name: { 'en-GB': 'St Oswin’s', cy: 'Sant Oswyn' }, lat: 52.4, lon: -2.941 },
  { name: 'Tŷ Gwyn', postcodes: ['LK1', 'LK1 2AB'], lat: 52.3, lon: -2.9 },
] as const
const near = { title: 'Distance', fieldId: 'location', view: 'near', isSingleSelect: true, places } as const
const config: SearchConfig = {
  listings: {
    venues: {
      title: 'Venues',
      queryParams: { orderBy: ['entryTitle'] },
      filters: { near },
      sortOptions: [
        { title: 'Nearest first', orderBy: 'location' },
        { title: 'A to Z', orderBy: 'entryTitle' },
      ],
    },
  },
}
const searchRoute = { context: 'listings', path: '/venues', key: 'venues' } as const
const read = (query: string) =>
  readAddress(config, searchRoute, { query: Object.fromEntries(new URLSearchParams(query)) })

describe('a place that a visitor types (docs/decisions/0048)', () => {
  test.each([
    ['hollin cross', 'Hollin Cross'],
    [' Hollin-Cross ', 'Hollin Cross'],
    ['st oswins', 'St Oswin’s'],
    ['Sant Oswyn', 'St Oswin’s'],
    ['ty gwyn', 'Tŷ Gwyn'],
    ['LK5', 'Hollin Cross'],
    ['lk5 3hc', 'Hollin Cross'],
    ['LK53HC', 'Hollin Cross'],
    ['lk56', 'Foxhollow'],
    ['LK5 6HA', 'Foxhollow'],
    ['LK1 2ab', 'Tŷ Gwyn'],
    ['LK1 9ZZ', 'Tŷ Gwyn'],
    ['LK51', 'Hollin Cross'],
    ['LK6 1AA', undefined],
    ['SW1A 1AA', undefined],
    ['Atlantis', undefined],
    ['', undefined],
    ['%', undefined],
  ])('%j is %j', (written, name) => {
    const found = findPlace(places, written)?.name
    expect(typeof found === 'object' ? found['en-GB'] : found).toBe(name)
  })

  test.each([
    ['near-place=LK5+3HC&near-distance=5mi', '/venues?near=52.426+-2.91+5mi'],
    ['near-place=Foxhollow', '/venues?near=52.418+-2.928+10mi'],
    ['near-at=52.123+-1.988&near-distance=2mi', '/venues?near=52.123+-1.988+2mi'],
    ['near-place=Foxhollow&near-at=52.123+-1.988&near-distance=2mi', '/venues?near=52.418+-2.928+2mi'],
    ['near=52+2+1mi&near-place=Foxhollow', '/venues?near=52+2+1mi'],
    ['near-distance=5mi', '/venues'],
    ['near-place=Foxhollow&near-distance=far', '/venues'],
    ['near-at=here&near-distance=5mi', '/venues'],
  ])('the form’s %s is the address %s', (query, url) => {
    const address = read(query)
    expect(toUrl(config, address, searchRoute)).toBe(url)
    expect(address.unknownPlaces).toBeUndefined()
  })

  test('an unknown place is kept for the message, and filters nothing', () => {
    const address = read('near-place=Atlantis&near-at=52+2&near-distance=5mi')
    expect(address).toMatchObject({
      filters: {},
      unknownPlaces: { near: { place: 'Atlantis', distance: '5mi' } },
    })
    expect(toUrl(config, address, searchRoute)).toBe('/venues')
    const state = (given: string) => nearStateOf('near', near, read(given), 'en-GB')
    expect(nearStateOf('near', near, address, 'en-GB')).toMatchObject({
      unknownPlace: 'Atlantis',
      unknownDistance: '5mi',
    })
    expect(state('near-place=Atlantis&near-distance=far')).not.toHaveProperty('unknownDistance')
    expect(state(`near-place=${'x'.repeat(5_000)}`)?.unknownPlace).toHaveLength(100)
  })

  test('the form has the places and distances of its language, and the name of the place in use', () => {
    const at = (key: string) => anAddress({ ...searchRoute, filters: { near: [key] } })
    expect(nearStateOf('near', near, at('52.4 -2.941 5mi'), 'cy')).toEqual({
      distances: ['1mi', '2mi', '5mi', '10mi', '25mi'],
      places: ['Hollin Cross', 'Foxhollow', 'Sant Oswyn', 'Tŷ Gwyn'],
      place: 'Sant Oswyn',
    })
    expect(nearStateOf('near', near, at('52.4001 -2.941 5mi'), 'cy')?.place).toBeUndefined()
    const distances = { 'en-GB': ['1mi'], fr: ['2km'] }
    const offered = (language: string) =>
      nearStateOf('near', { ...near, distances }, at('52 2'), language)?.distances
    expect(['en-GB', 'fr', 'cy'].map(offered)).toEqual([['1mi'], ['2km'], ['1mi']])
    expect(nearStateOf('x', { title: 'X', fieldId: 'x' }, at('52 2'), 'cy')).toBeUndefined()
  })
})

describe('the order and distances of results near a place', () => {
  const url = (query: string) => toUrl(config, read(query), searchRoute)

  test.each([
    ['near=52+2&orderBy=location', '/venues?near=52+2'],
    ['near=52+2&orderBy=entryTitle', '/venues?near=52+2&orderBy=entryTitle'],
    ['orderBy=location', '/venues'],
    ['orderBy=entryTitle', '/venues'],
  ])(
    '%s is written %s: the nearest come first where a place is chosen, and can come first nowhere else',
    (query, expected) => {
      expect(url(query)).toBe(expected)
    },
  )

  test.each([
    ['52 -2 10mi', 52.1, { value: 6.9, unit: 'mi' }],
    ['52 -2 10km', 52.01, { value: 1.1, unit: 'km' }],
    ['52 -2 10km', 52.1, { value: 11, unit: 'km' }],
    ['52 -2 500m', 52.0001, { value: 0.1, unit: 'km' }],
    ['52 -2', 52, { value: 0.1, unit: 'mi' }],
  ])('from %s to a place at %d north is %j', (key, lat, distance) => {
    const card = { id: '1', contentTypeId: 'venue', title: 'A', path: '/a' }
    const source = config.listings!['venues']!
    const address = anAddress({ ...searchRoute, filters: { near: [key] } })
    const cards = [{ ...card, location: { lat, lon: -2 } }, card]
    expect(withDistances(cards, source, address)).toEqual([{ ...cards[0], distance }, card])
    expect(withDistances(cards, source, anAddress({ ...searchRoute }))).toBe(cards)
  })

  test('a distance is measured on the sphere', () => {
    expect(metresBetween({ lat: 0, lon: 7 }, { lat: 90, lon: 7 })).toBeCloseTo(10_007_557, -1)
    expect(metresBetween({ lat: 0, lon: 179.5 }, { lat: 0, lon: -179.5 })).toBeCloseTo(111_195, -1)
  })
})
