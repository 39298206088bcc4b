import { SITE_MAP } from '../config/index.ts'
import type { Degrees } from '../content/index.ts'
import type { Point } from './base-map.tsx'

/** A rectangle of a drawing, in its units: top left corner and size. */
export interface Rectangle extends Point {
  readonly width: number
  readonly height: number
}

interface MapLabelsProps {
  /** The visible part of the drawing. */
  readonly view: Rectangle
  /** Converts a location to a point of the drawing. */
  readonly at: (place: Degrees) => Point
  /** Areas that no name may cover: markers, a scale. */
  readonly taken: readonly Rectangle[]
}

/** Font size, and the largest average width of a letter in a name. */
const SIZE = 12
const LETTER = SIZE * 0.58
/**
 * Legible on the site's map, which is as light in the dark scheme. In attributes, not in a style sheet: a map whose code comes later
 * has its style sheet later, too, and the server's markup would be shown without it.
 */
const LABEL_ATTRIBUTES = {
  fill: '#2c3a36',
  stroke: '#f2efe2',
  strokeWidth: 3,
  paintOrder: 'stroke',
  fontSize: SIZE,
  textAnchor: 'middle',
} as const
/** Space between a name and other things. */
const GAP = 3
/** Vertical offsets to try for a name: at its place, below it, above it. In line heights. */
const LINES = [0, 1.3, -1.3, 2.2, -2.2] as const

/** Place names of the site's own map, placed without overlapping markers, other names or edges; names without room are left out. */
export function MapLabels(props: MapLabelsProps) {
  return (
    <g {...LABEL_ATTRIBUTES} aria-hidden="true">
      {placeLabels(props).map(({ name, x, y }) => (
        <text key={name} x={x} y={y} dominantBaseline="central">
          {name}
        </text>
      ))}
    </g>
  )
}

/** Names with the centre of each, in units of the drawing. */
export function placeLabels({
  view,
  at,
  taken,
}: MapLabelsProps): readonly ({ readonly name: string } & Point)[] {
  const used = [...taken]
  return SITE_MAP.names.flatMap(({ name, ...place }) => {
    const { x, y } = at(place)
    const width = name.length * LETTER
    const boxes = LINES.map((line) => ({
      x: Math.round(x - width / 2),
      y: Math.round(y + (line - 0.5) * SIZE),
      width,
      height: SIZE,
    }))
    const free = boxes.find((box) => isInside(box, view) && !used.some((other) => overlap(box, other)))
    if (!free) return []
    used.push(free)
    return [{ name, x: Math.round(x), y: free.y + SIZE / 2 }]
  })
}

const isInside = (box: Rectangle, view: Rectangle): boolean =>
  box.x - GAP >= view.x &&
  box.y - GAP >= view.y &&
  box.x + box.width + GAP <= view.x + view.width &&
  box.y + box.height + GAP <= view.y + view.height

const overlap = (one: Rectangle, other: Rectangle): boolean =>
  one.x < other.x + other.width + GAP &&
  other.x < one.x + one.width + GAP &&
  one.y < other.y + other.height + GAP &&
  other.y < one.y + one.height + GAP
