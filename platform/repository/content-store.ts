import type { SeedEntry } from '../domain/content.ts'
import type { Model } from '../domain/model.ts'
import type { ContentMessage } from './relay-messages.ts'

/**
 * The content of an environment for writing, within one change: when the change is done all of it is on disk, or nothing.
 * SQLite is one implementation; the interface does not depend on it.
 */
export type ContentStore = {
  readonly model: Model
  /** A whole entry with all its versions, or null. */
  readonly read: (id: string) => SeedEntry | null
  /** Entries that link to one, at most `limit`. */
  readonly linking: (
    id: string,
    limit: number,
  ) => readonly { readonly id: string; readonly contentTypeId: string }[]
  /** Store an entry and its index rows, replacing an earlier one with its id. The model must have its content type. */
  readonly put: (entry: SeedEntry) => void
  /** Remove an entry. */
  readonly remove: (id: string) => void
  /** Store a message for the outbox. */
  readonly announce: (message: ContentMessage) => void
}

/** Makes changes of content. */
export type ContentStores = {
  /** Make a change of the live content. */
  readonly change: <T>(work: (store: ContentStore) => T) => T
  /**
   * Index again some of the entries that link to changed ones, because their `searchContent` includes the titles. A change
   * indexes the first few itself. Gives how many are still waiting.
   */
  readonly indexWaiting: () => number
}
