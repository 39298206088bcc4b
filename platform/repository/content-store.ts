import type { SeedEntry } from '../domain/content.ts'
import type { Model } from '../domain/model.ts'
import type { ContentMessage } from './relay-messages.ts'

/**
 * The content of an environment, for writing, as one change sees it: all of it is on disk when the change is done, or
 * nothing. SQLite is one implementation; nothing in the calls is of its kind.
 */
export type ContentStore = {
  readonly model: Model
  /** A whole entry with all its versions, or null. */
  readonly read: (id: string) => SeedEntry | null
  /** Ids of entries that link to one, at most `limit`. */
  readonly linking: (id: string, limit: number) => readonly string[]
  /** Put an entry, with its index, in place of what there was under its id. Its content type must be of the model. */
  readonly put: (entry: SeedEntry) => void
  /** Take an entry away. */
  readonly remove: (id: string) => void
  /** Keep a message for the outbox. */
  readonly announce: (message: ContentMessage) => void
}

/** Where changes are made. */
export type ContentStores = {
  /** Make a change of the content that is live. */
  readonly change: <T>(work: (store: ContentStore) => T) => T
  /**
   * Index again some of the entries that link to changed ones, whose titles their `searchContent` holds: a change does
   * the first few itself. Gives how many still wait.
   */
  readonly indexWaiting: () => number
}
