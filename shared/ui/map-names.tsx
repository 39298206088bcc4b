import { SITE_MAP } from '../config/index.ts'
import type { Degrees } from '../content/index.ts'
import styles from './map-names.module.css'
import type { Point } from './map-ground.tsx'

/** A part of a drawing, in its units: where it begins, and how large it is. */
export interface Rectangle extends Point {
  readonly width: number
  readonly height: number
}

interface MapNamesProps {
  /** What is seen of the drawing. */
  readonly view: Rectangle
  /** Where a place is in the drawing. */
  readonly at: (place: Degrees) => Point
  /** What no name may cover: markers, a scale. */
  readonly taken: readonly Rectangle[]
}

/** Height of the letters, and how wide one is at most in the middle of a name. */
const SIZE = 12
const LETTER = SIZE * 0.58
/** Free between a name and what stands beside it. */
const GAP = 3
/** Where a name may stand: at its place, below it, above it. In heights of a line. */
const LINES = [0, 1.3, -1.3, 2.2, -2.2] as const

/** The names of the site's own map, each where it covers no marker, no other name and no edge; one without such a place is left out. */
export function MapNames(props: MapNamesProps) {
  return (
    <g className={styles['names']} aria-hidden="true">
      {namesIn(props).map(({ name, x, y }) => (
        <text key={name} x={x} y={y}>
          {name}
        </text>
      ))}
    </g>
  )
}

/** Names with the middle of each, in the units of the drawing. */
export function namesIn({ view, at, taken }: MapNamesProps): readonly ({ readonly name: string } & Point)[] {
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
