import type { MapTiles } from '@tessera/shared/contract'
import { MapAttribution, BaseMap, MapLabels, useMapTiles } from '@tessera/shared/ui'
import { lengthOf, readDistance } from '../domain/filter-values.ts'
import { MAP_SIZE, layOutPlaces, type Marker } from '../domain/map-layout.ts'
import { selectedKeys } from '../state/search-changes.ts'
import type { SearchView } from './search-view.ts'
import styles from './places.module.css'

export interface PlacesMapProps extends Pick<SearchView, 'facet' | 'messages'> {
  /** Number of the first result. */
  readonly start: number
  /** Whether there is a map background. Only on the site's own pages: a page of another site loads no images for it. */
  readonly hasBase?: boolean
  readonly tiles?: MapTiles | null
}

const MARKER_RADIUS = 15
const EDGE = 12
const VIEW = { x: 0, y: 0, width: MAP_SIZE, height: MAP_SIZE }
/** The area of the scale bar and its label, in the lower left corner. */
const SCALE = { x: 0, y: MAP_SIZE - 40, width: MAP_SIZE / 2, height: 40 }
const boxOf = ({ x, y }: Pick<Marker, 'x' | 'y'>) => ({
  x: x - MARKER_RADIUS,
  y: y - MARKER_RADIUS,
  width: 2 * MARKER_RADIUS,
  height: 2 * MARKER_RADIUS,
})
const isCluster = ({ results }: Marker): boolean => results.length > 1

/**
 * A map of the results, beside their list: a round marker has the number of its result, a square one the number of results at its place;
 * each links to the first of its results. It has the same background as the maps of single places.
 */
export function PlacesMap({ facet, messages, start, hasBase = true, tiles = null }: PlacesMapProps) {
  const { from, unit, place = messages.planFrom } = chosenPlace(facet)
  const map = layOutPlaces(facet.results, start, unit, from)
  if (!map) return null
  const { markers, scale, northWest, southEast, at } = map
  return (
    <figure className={styles['map']} data-near="">
      <figcaption>
        {messages.plan} {hasBase && <MapAttribution tiles={tiles} />}
      </figcaption>
      <svg viewBox={`0 0 ${MAP_SIZE} ${MAP_SIZE}`} role="group" aria-label={messages.planLabel}>
        {hasBase && <BaseMap northWest={northWest} southEast={southEast} at={at} tiles={tiles} />}
        {hasBase && !tiles && (
          <MapLabels
            view={VIEW}
            at={at}
            taken={[...markers, ...(map.from ? [map.from] : [])].map(boxOf).concat(SCALE)}
          />
        )}
        <path className={styles['scale']} d={`M${EDGE} ${MAP_SIZE - EDGE}h${scale.width}`} />
        <text
          className={styles['length']}
          x={EDGE + scale.width / 2}
          y={MAP_SIZE - EDGE - 6}
          // Not at its start, which is its right end where a page is read from right to left.
          textAnchor="middle"
        >
          {messages.length(scale.value, scale.unit)}
        </text>
        {map.from && (
          <g className={styles['from']}>
            <title>{place}</title>
            <circle cx={map.from.x} cy={map.from.y} r={7} />
          </g>
        )}
        {markers.map((marker) => (
          <MarkerLink key={marker.results[0]?.number} {...marker} />
        ))}
      </svg>
    </figure>
  )
}

/** For the site's own pages: the map over the tiles of the site's provider. */
export const SitePlacesMap = (props: PlacesMapProps) => <PlacesMap {...props} tiles={useMapTiles()} />

/** The place that distances are measured from, if one is chosen, and the unit that they are shown in. */
function chosenPlace({ filters }: SearchView['facet']) {
  const near = Object.values(filters).find(({ view }) => view === 'near')
  const chosen = near ? readDistance(selectedKeys(near)[0] ?? '') : null
  const unit = lengthOf(chosen?.distance ?? near?.near?.distances[0] ?? '')?.unit ?? 'mi'
  return { unit, ...(chosen && { from: chosen }), ...(near?.near?.place && { place: near.near.place }) }
}

function MarkerLink(marker: Marker) {
  const { x, y, results } = marker
  const [first] = results
  if (!first) return null
  const names = results.map(({ number, title }) => `${number}. ${title}`).join(', ')
  // The accessible name begins with the visible text, which voice control relies on.
  const name = isCluster(marker) ? `${results.length}: ${names}` : names
  return (
    <a href={`#card-${first.number}`} aria-label={name} className={styles['marker']}>
      <title>{name}</title>
      {isCluster(marker) ? <rect {...boxOf(marker)} rx={3} /> : <circle cx={x} cy={y} r={MARKER_RADIUS} />}
      <text x={x} y={y} aria-hidden="true">
        {isCluster(marker) ? results.length : first.number}
      </text>
    </a>
  )
}
