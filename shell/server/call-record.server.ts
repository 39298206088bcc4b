import type { ApiCall } from '@tessera/shared/contract'

/** What one request asked of the platform. */
export interface CallRecord {
  /** Called for every answer. */
  readonly onCall: (call: ApiCall) => void
  readonly onKeys: (keys: readonly string[]) => void
  keys(): readonly string[]
  list(): readonly ApiCall[]
}

/** A record for one request. */
export function createCallRecord(): CallRecord {
  const calls: ApiCall[] = []
  const keys = new Set<string>()
  return {
    onCall: (call) => calls.push(call),
    onKeys: (found) => found.forEach((key) => keys.add(key)),
    keys: () => [...keys],
    list: () => calls,
  }
}
