import { compareBoxes } from './compare-boxes.ts'
import { SIZES, type Screen, type Size } from './screen.ts'

/** What became of a screen since screens were accepted. */
export interface Comparison {
  readonly screen: Screen
  readonly state: 'new' | 'gone' | 'same' | 'changed'
  /** By window, what `compareBoxes` says. */
  readonly differences: Readonly<Record<Size, readonly string[]>>
}

/** Each screen beside the accepted one; those that were not taken any more come last. */
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
