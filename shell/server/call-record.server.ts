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
  const keys = new Set<string>()
  const answers: RecordedAnswer[] = []
  return {
    onCall: (call) => calls.push(call),
    onKeys(found, answer) {
      found.forEach((key) => keys.add(key))
      answers.push({ ...answer, keys: found })
    },
    keys: () => [...keys],
    list: () => calls,
    answers: () => answers,
  }
}
