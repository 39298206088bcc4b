import { inLanguage } from '@tessera/shared/content'
import type { FilterConfig, PlaceConfig } from '../config/filter-config.ts'
import type { SearchConfig } from '../config/search-config.ts'
import { DEFAULT_DISTANCE, lengthOf, operatorOf, readDistance } from './filter-values.ts'
import { METRES } from './map-layout.ts'
import type { SearchAddress, SearchRoute, UnknownPlace, UrlParts } from './search-address.ts'
import { filtersOf, localText, own, selectionOf, sourceOf, type SearchSource } from './search-source.ts'
import type { NearState, ResultCard } from './search-state.ts'
import { fromUrl } from './search-url.ts'

/** Distances on offer, unless the configuration lists others. */
const DISTANCES: readonly string[] = ['1mi', '2mi', '5mi', DEFAULT_DISTANCE, '25mi']
/** Maximum length of a place that a visitor types; names are shorter. */
const MAX_PLACE_LENGTH = 100
/** A British postcode without its space: the district, and as much of the rest as is given. */
const POSTCODE = /^([A-Z]{1,2}\d[A-Z\d]?)(\d[A-Z]{0,2})?$/

/**
 * Read a URL with the fields of a form for places, which replace `near`: `near-place` (a postcode or a name that the configuration knows)
 * or `near-at` (a position), and `near-distance`. Server only: browsers have no list of places. Source: docs/decisions/0048.
 */
export function readAddress(config: SearchConfig, searchRoute: SearchRoute, parts: UrlParts): SearchAddress {
  const address = fromUrl(config, searchRoute, parts)
  const found = filtersOf(sourceOf(config, address)).flatMap(([name, filter]) => {
    if (operatorOf(filter) !== 'distanceWithin' || own(parts.query, name) !== undefined) return []
    return [{ name, ...readForm(filter, (field) => (own(parts.query, `${name}-${field}`) ?? '').trim()) }]
  })
  const known = found.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value] as const]))
  const unknown = found.flatMap(({ name, unknownPlace }) =>
    unknownPlace === undefined ? [] : [[name, unknownPlace] as const],
  )
  const query = { ...parts.query, ...Object.fromEntries(known) }
  return {
    ...(known.length > 0 ? fromUrl(config, searchRoute, { ...parts, query }) : address),
    ...(unknown.length > 0 && { unknownPlaces: Object.fromEntries(unknown) }),
  }
}

/** The input of a form: a value of the filter, or a place that the configuration does not know; empty if the form was left empty. */
function readForm(
  { places = [] }: FilterConfig,
  read: (field: 'place' | 'at' | 'distance') => string,
): { readonly value?: string; readonly unknownPlace?: UnknownPlace } {
  const [written, distance] = [read('place').slice(0, MAX_PLACE_LENGTH), read('distance') || DEFAULT_DISTANCE]
  if (written === '') return read('at') === '' ? {} : { value: `${read('at')} ${distance}` }
  const place = findPlace(places, written)
  return place
    ? { value: `${place.lat} ${place.lon} ${distance}` }
    : { unknownPlace: { place: written, distance } }
}

/** The place with this name in any language, or with the longest listed prefix of this postcode. */
export function findPlace(places: readonly PlaceConfig[], written: string): PlaceConfig | undefined {
  const name = fold(written)
  const named = places.find((place) => namesOf(place).some((one) => fold(one) === name))
  if (named) return named
  const postcode = compact(written)
  const [, district, rest = ''] = POSTCODE.exec(postcode) ?? []
  if (district === undefined) return undefined
  // "LK51" may be a district, or the sector "LK5 1" of another.
  const beginnings = [postcode, `${district}${rest.slice(0, 1)}`, district, postcode.slice(0, -1)]
  for (const beginning of beginnings) {
    const found = places.find(({ postcodes = [] }) => postcodes.some((one) => compact(one) === beginning))
    if (found) return found
  }
  return undefined
}

const namesOf = ({ name }: PlaceConfig): readonly string[] =>
  typeof name === 'string' ? [name] : Object.values(name)

const compact = (text: string): string => text.replaceAll(/\s/g, '').toUpperCase()

/** Letters and digits alone, in lower case and without accents. */
const fold = (text: string): string =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

/**
 * State of a distance filter's form: the distances and places on offer in a language, and the chosen place. Undefined for other filters.
 */
export function nearStateOf(
  key: string,
  filter: FilterConfig,
  address: SearchAddress,
  language: string,
): NearState | undefined {
  if (filter.view !== 'near') return undefined
  const { places = [], distances = DISTANCES } = filter
  const [selected = ''] = selectionOf(address, key, filter)
  const at = readDistance(selected)
  const place = at && places.find(({ lat, lon }) => lat === at.lat && lon === at.lon)
  const unknown = own(address.unknownPlaces, key)
  return {
    distances: isList(distances) ? distances : (inLanguage(distances, language) ?? []),
    places: places.map(({ name }) => localText(name, language)),
    ...(place && { place: localText(place.name, language) }),
    ...(unknown && { unknownPlace: unknown.place }),
    ...(unknown && readDistance(`0 0 ${unknown.distance}`) && { unknownDistance: unknown.distance }),
  }
}

const isList = (distances: NonNullable<FilterConfig['distances']>): distances is readonly string[] =>
  Array.isArray(distances)

/** Adds the distance from the chosen place to cards with a location. Without a chosen place the cards stay unchanged. */
export function withDistances(
  cards: readonly ResultCard[],
  source: SearchSource,
  address: SearchAddress,
): readonly ResultCard[] {
  const from = filtersOf(source)
    .filter(([, filter]) => operatorOf(filter) === 'distanceWithin')
    .flatMap(([key, filter]) => selectionOf(address, key, filter))
    .map(readDistance)
    .find((place) => place !== null)
  if (!from) return cards
  const unit = lengthOf(from.distance)?.unit ?? 'mi'
  return cards.map((card) =>
    card.location
      ? {
          ...card,
          distance: { value: roundDistance(metresBetween(from, card.location) / METRES[unit]), unit },
        }
      : card,
  )
}

/** One decimal below 10, none from 10 on: a position is only accurate to some hundred metres. */
const roundDistance = (distance: number): number =>
  distance < 10 ? Math.max(0.1, Math.round(distance * 10) / 10) : Math.round(distance)

const EARTH_METRES = 6_371_008.8

type Point = Readonly<Record<'lat' | 'lon', number>>

/** Great-circle distance, as the platform measures it. Source: reference delivery-api 1.12. */
export function metresBetween(a: Point, b: Point): number {
  const radians = (degrees: number): number => (degrees * Math.PI) / 180
  const half = (from: number, to: number): number => Math.sin(radians(to - from) / 2) ** 2
  const share = half(a.lat, b.lat) + Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * half(a.lon, b.lon)
  return 2 * EARTH_METRES * Math.asin(Math.min(1, Math.sqrt(share)))
}
