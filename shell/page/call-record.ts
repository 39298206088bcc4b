import type { ApiCall } from '@tessera/shared/contract'
import type { KeyedAnswer } from '@tessera/shared/io'

/** An answer of the platform, as far as caches care. */
export interface RecordedAnswer extends KeyedAnswer {
  readonly keys: readonly string[]
}

/** What one request asked of the platform. */
export interface CallRecord {
  /** Called for every answer that came from the platform. */
  readonly onCall: (call: ApiCall) => void
  /** Called for every answer, kept ones included. */
  readonly onKeys: (keys: readonly string[], answer: KeyedAnswer) => void
  /** Merged without duplicates. Source: specification 4. */
  keys(): readonly string[]
  list(): readonly ApiCall[]
  answers(): readonly RecordedAnswer[]
}

/** A record for one request. */
export function createCallRecord(): CallRecord {
  const calls: ApiCall[] = []
  const answers: RecordedAnswer[] = []
  return {
    onCall: (call) => calls.push(call),
    onKeys(found, answer) {
      answers.push({ ...answer, keys: found })
    },
    keys: () => mergeKeys(answers),
    list: () => calls,
    answers: () => answers,
  }
}

/**
 * A navigation tree has a key for each of its nodes: as long as there is one tree, its list is taken as it is, and what the few
 * other answers add comes after it.
 */
function mergeKeys(answers: readonly RecordedAnswer[]): readonly string[] {
  const [tree = null, ...more] = answers.filter(({ need }) => need === 'tree')
  const own = new Set([...more, ...answers.filter(({ need }) => need !== 'tree')].flatMap(({ keys }) => keys))
  if (!tree) return [...own]
  const known = setOf(tree.keys)
  return tree.keys.concat([...own].filter((key) => !known.has(key)))
}

/** Lists of kept answers, read once: an answer's list never changes, and goes with the answer. */
const sets = new WeakMap<readonly string[], ReadonlySet<string>>()

function setOf(keys: readonly string[]): ReadonlySet<string> {
  const known = sets.get(keys) ?? new Set(keys)
  sets.set(keys, known)
  return known
}
