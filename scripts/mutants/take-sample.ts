import { createHash } from 'node:crypto'
import type { Trial } from './check-mutants.ts'
import { groupsOf } from './try-mutants.ts'

/** How many mutants of one test file are taken at most: the file has to run once without a change first. */
const OF_ONE_FILE = 4

/**
 * About `size` mutants, a few from each of some test files. The same seed selects the same ones, whatever their order in the tables.
 */
export function takeSample(trials: readonly Trial[], size: number, seed: string): readonly Trial[] {
  const byChance = (one: string, other: string) => (rank(one, seed) < rank(other, seed) ? -1 : 1)
  const groups = groupsOf(trials)
    .map((group) => group.toSorted((a, b) => byChance(keyOf(a), keyOf(b))).slice(0, OF_ONE_FILE))
    .toSorted((a, b) => byChance(a[0]?.suite ?? '', b[0]?.suite ?? ''))
  const taken: Trial[] = []
  for (const group of groups) if (taken.length < size) taken.push(...group)
  return taken
}

const keyOf = ({ row, from, to }: Trial): string => `${row} ${from} ${to}`
const rank = (text: string, seed: string): string =>
  createHash('sha256').update(`${seed} ${text}`).digest('hex')
