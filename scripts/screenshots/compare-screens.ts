import { compareBoxes } from './compare-boxes.ts'
import { SIZES, type Screen, type Size } from './screen.ts'

/** A screen compared with the accepted one. */
export interface Comparison {
  readonly screen: Screen
  readonly state: 'new' | 'gone' | 'same' | 'changed'
  /** The result of `compareBoxes` by window. */
  readonly differences: Readonly<Record<Size, readonly string[]>>
}

/** Each screen with the accepted one; accepted screens that were not taken come last. */
export function compareScreens(accepted: readonly Screen[], now: readonly Screen[]): readonly Comparison[] {
  const before = new Map(accepted.map((screen) => [screen.id, screen]))
  const taken = new Set(now.map(({ id }) => id))
  return [
    ...now.map((screen) => compare(before.get(screen.id), screen)),
    ...accepted
      .filter(({ id }) => !taken.has(id))
      .map((screen): Comparison => ({ screen, state: 'gone', differences: NONE })),
  ]
}

const NONE: Comparison['differences'] = { phone: [], desktop: [] }

function compare(before: Screen | undefined, screen: Screen): Comparison {
  if (!before) return { screen, state: 'new', differences: NONE }
  const differences = {
    phone: compareBoxes(before.boxes.phone, screen.boxes.phone),
    desktop: compareBoxes(before.boxes.desktop, screen.boxes.desktop),
  }
  const isSame = (Object.keys(SIZES) as Size[]).every((size) => differences[size].length === 0)
  return { screen, state: isSame ? 'same' : 'changed', differences }
}
