import { lengthOf, readDistance } from '../domain/filter-values.ts'
import { PLAN_SIZE, planPlaces, type Marker } from '../domain/plan-places.ts'
import { selectedKeys } from '../state/search-changes.ts'
import type { SearchView } from './search-view.ts'
import styles from './places.module.css'

export interface PlacesPlanProps extends Pick<SearchView, 'facet' | 'messages'> {
  /** Number of the first result. */
  readonly start: number
}

const MARKER_RADIUS = 13
const EDGE = 12

/**
 * A plan of where the results are, beside their list: each marker has the numbers of its results and leads to the first of them. It is drawn from
 * what is in the state: no map service learns who looks at what.
 */
export function PlacesPlan({ facet, messages, start }: PlacesPlanProps) {
  const near = Object.values(facet.filters).find(({ view }) => view === 'near')
  const from = near ? readDistance(selectedKeys(near)[0] ?? '') : null
  const unit = lengthOf(from?.distance ?? near?.near?.distances[0] ?? '')?.unit ?? 'mi'
  const plan = planPlaces(facet.results, start, unit, from ?? undefined)
  if (!plan) return null
  const { markers, scale } = plan
  return (
    <figure className={styles['plan']}>
      <figcaption>{messages.plan}</figcaption>
      <svg viewBox={`0 0 ${PLAN_SIZE} ${PLAN_SIZE}`} role="group" aria-label={messages.planLabel}>
        <path className={styles['scale']} d={`M${EDGE} ${PLAN_SIZE - EDGE}h${scale.width}`} />
        <text className={styles['length']} x={EDGE} y={PLAN_SIZE - EDGE - 6}>
          {messages.length(scale.value, scale.unit)}
        </text>
        {plan.from && (
          <g className={styles['from']}>
            <title>{near?.near?.place ?? messages.planFrom}</title>
            <circle cx={plan.from.x} cy={plan.from.y} r={7} />
          </g>
        )}
        {markers.map((marker) => (
          <MarkerLink key={marker.results[0]?.number} {...marker} />
        ))}
      </svg>
    </figure>
  )
}

function MarkerLink({ x, y, results }: Marker) {
  const [first, ...others] = results
  if (!first) return null
  const name = results.map(({ number, title }) => `${number}. ${title}`).join(', ')
  return (
    <a href={`#card-${first.number}`} aria-label={name} className={styles['marker']}>
      <title>{name}</title>
      <circle cx={x} cy={y} r={MARKER_RADIUS} />
      <text x={x} y={y} aria-hidden="true">
        {first.number}
        {others.length > 0 && `+${others.length}`}
      </text>
    </a>
  )
}
