import type { Box } from './screen.ts'

/** Smaller differences may come from the machine's text rendering, in pixels. */
const TOLERANCE_PX = 2

interface Shift {
  readonly x: number
  readonly y: number
}

/**
 * The differences between two layouts of the same page, one sentence each: what was added and removed, what has another size, and what
 * moved. When an element grows, everything below it moves as far: that is reported once, for the first that moves.
 */
export function compareBoxes(before: readonly Box[], now: readonly Box[]): readonly string[] {
  const [old, current] = [byName(before), byName(now)]
  const gone = [...old.keys()].filter((name) => !current.has(name)).map((name) => `gone: ${name}`)
  const differences: string[] = []
  let shift: Shift = { x: 0, y: 0 }
  for (const [name, box] of current) {
    const was = old.get(name)
    if (!was) {
      differences.push(`new: ${name}`)
      continue
    }
    if (differ(was.width, box.width) || differ(was.height, box.height))
      differences.push(`${name}: ${sizeOf(was)} is now ${sizeOf(box)}`)
    const moved = { x: box.x - was.x, y: box.y - was.y }
    if (!differ(moved.x, shift.x) && !differ(moved.y, shift.y)) continue
    shift = moved
    differences.push(isShift(moved) ? `from ${name} on: ${wordsOf(moved)}` : `from ${name} on: as before`)
  }
  return [...gone, ...differences]
}

/** Boxes by name; the second one of a name gets its number added. */
function byName(boxes: readonly Box[]): ReadonlyMap<string, Box> {
  const found = new Map<string, Box>()
  for (const box of boxes) {
    let name = box.name
    for (let place = 2; found.has(name); place++) name = `${box.name} (${place})`
    found.set(name, box)
  }
  return found
}

const differ = (a: number, b: number): boolean => Math.abs(a - b) > TOLERANCE_PX

const isShift = ({ x, y }: Shift): boolean => differ(x, 0) || differ(y, 0)

const sizeOf = ({ width, height }: Box): string => `${width} × ${height}`

const wordsOf = ({ x, y }: Shift): string =>
  [
    ...(differ(y, 0) ? [`${Math.abs(y)} px ${y > 0 ? 'lower' : 'higher'}`] : []),
    ...(differ(x, 0) ? [`${Math.abs(x)} px further ${x > 0 ? 'right' : 'left'}`] : []),
  ].join(', ')
