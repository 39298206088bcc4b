import type { Visitor } from '../domain/access.ts'
import type { StoredEntry, VersionStatus } from '../domain/content.ts'
import type { Query } from '../query/ast.ts'

/** Who reads: decides which entries exist at all for this call. */
export type Reading = {
  readonly projectId: string
  readonly visitor: Visitor
  readonly canReadLatest: boolean
  /** An author sees restricted entries too, and those of types that are left out of delivery. */
  readonly isAuthor?: boolean
}

/** A stored version that was found, with what depends on the question. `distance` is in the unit asked for, by field. */
export type Found = {
  readonly entry: StoredEntry
  readonly status: VersionStatus
  readonly distances: Readonly<Record<string, number>>
}

export type FindResult = {
  readonly items: readonly Found[]
  readonly totalCount: number
  readonly aggregations: Readonly<Record<string, Readonly<Record<string, number>>>>
  /** The content types that the query could have found; a new entry of one of them changes the answer. */
  readonly contentTypeIds: readonly string[]
  /** The content types of entries whose fields decided too, because others link to them. */
  readonly linkedTypeIds: readonly string[]
}

/** What is known about an entry without reading one of its versions. */
export type Head = { readonly id: string; readonly contentTypeId: string; readonly uri: string | null }

/** The content of an environment, for reading. SQLite is one implementation; the query it gets is our own tree, never SQL. */
export type Repository = {
  /** Entries that match, in order, one page of them, with counts. Throws `platform/bad-query` and `platform/too-slow`. */
  readonly find: (query: Query, reading: Reading, pathStatus?: VersionStatus) => FindResult
  /** Versions by entry id and language; what the reader may not see, or what is not there, is left out. */
  readonly load: (
    wanted: readonly { readonly id: string; readonly language: string }[],
    status: VersionStatus,
    reading: Reading,
  ) => readonly StoredEntry[]
  /** Those of the ids that have a version the reader may see, in a language. */
  readonly present: (
    ids: readonly string[],
    language: string,
    status: VersionStatus,
    reading: Reading,
  ) => readonly string[]
  /** What the ids are, whether or not the reader may see them. */
  readonly heads: (ids: readonly string[], projectId: string) => readonly Head[]
}
