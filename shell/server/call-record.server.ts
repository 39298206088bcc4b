import { mergeKeys } from '@tessera/shared/content'
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
  const keys: (readonly string[])[] = []
  return {
    onCall: (call) => calls.push(call),
    onKeys: (found) => keys.push(found),
    keys: () => mergeKeys(...keys),
    list: () => calls,
  }
}
