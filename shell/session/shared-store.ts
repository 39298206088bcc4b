/**
 * What several shell processes have to agree on: revoked sessions, refreshes under way, rate limits, single-use tokens.
 * In memory for one process, or anything that speaks the Redis protocol for several. Values are text; every key ends.
 */
export interface SharedStore {
  get(key: string): Promise<string | null>
  set(key: string, value: string, lifetimeMs: number): Promise<void>
  /** Set unless there is a value; whether it was set. */
  claim(key: string, value: string, lifetimeMs: number): Promise<boolean>
  /** Read and remove, as one step: a token that is used once. */
  take(key: string): Promise<string | null>
  /** Add one to a counter whose life begins with its first count; the new count and what is left of its life. */
  count(key: string, lifetimeMs: number): Promise<{ readonly count: number; readonly remainingMs: number }>
  delete(key: string): Promise<void>
  close(): Promise<void>
}
