import type { Visitor } from '../domain/access.ts'
import type { StoredEntry, VersionStatus } from '../domain/content.ts'
import type { Query } from '../query/ast.ts'

/** The reader of a request: decides which entries are visible. */
export type ReadAccess = {
  readonly projectId: string
  readonly visitor: Visitor
  readonly canReadLatest: boolean
  /** Authors see restricted entries too, and those of types that delivery leaves out. */
  readonly isAuthor?: boolean
}

/** A stored version that a query found. */
export type Found = {
  readonly entry: StoredEntry
  readonly status: VersionStatus
}

export type FindResult = {
  readonly items: readonly Found[]
  readonly totalCount: number
  readonly aggregations: Readonly<Record<string, Readonly<Record<string, number>>>>
  /** The content types that the query can find; a new entry of one of them changes the answer. */
  readonly contentTypeIds: readonly string[]
  /** The content types of linked entries whose fields influenced the answer. */
  readonly linkedTypeIds: readonly string[]
}

/** The properties of an entry that need none of its versions. */
export type Head = { readonly id: string; readonly contentTypeId: string; readonly uri: string | null }

/** The content of an environment, for reading. SQLite is one implementation; queries are trees (`query/ast.ts`), never SQL. */
export type Repository = {
  /** One page of the entries that match, in order, with counts. Throws `platform/bad-query` and `platform/too-slow`. */
  readonly find: (query: Query, readAccess: ReadAccess, pathStatus?: VersionStatus) => FindResult
  /** Versions by entry id and language; entries that do not exist or that the reader may not see are left out. */
  readonly load: (
    wanted: readonly { readonly id: string; readonly language: string }[],
    status: VersionStatus,
    readAccess: ReadAccess,
  ) => readonly StoredEntry[]
  /** Those of the ids that have a version in a language; entries for members only count for every visitor. */
  readonly present: (
    ids: readonly string[],
    language: string,
    status: VersionStatus,
    readAccess: ReadAccess,
  ) => readonly string[]
  /** The heads of the ids, whether or not the reader may see the entries. */
  readonly heads: (ids: readonly string[], projectId: string) => readonly Head[]
}
