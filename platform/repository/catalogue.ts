import type { Kind } from '../domain/field-kinds.ts'
import type { LinkedPath } from '../domain/model.ts'
import type { Vocabulary } from './fuzzy.ts'
import type { Scope } from './scopes.ts'
import { raw, sql, type Runner, type Sql } from './sql.ts'

/** What the compiler of queries needs to know about the database. */
export type Catalogue = {
  readonly run: Runner
  readonly fieldIds: ReadonlyMap<string, number>
  readonly textFields: readonly number[]
  /** Fields with texts that are too long for the ordered index. */
  readonly longFields: ReadonlySet<number>
  readonly kindsOf: (contentTypeId: string, path: string) => readonly Kind[]
  /** The kind of a field that has one value at most in an entry; null for every other field. */
  readonly singleKindOf: (contentTypeId: string, path: string) => Kind | null
  /** `entryTitle` or `entryDescription` where a field's free text is indexed under that name; else null. */
  readonly namedTextOf: (contentTypeId: string, path: string) => string | null
  /** Where a path leads into a linked entry; null for a field of a content type's own entries. */
  readonly linkedPathOf: (contentTypeId: string, path: string) => LinkedPath | null
  /** The scopes that links can lead to: those the reader may see, in the version status of the query. */
  readonly linkedScopes: readonly Scope[]
  /** How many links the current path has followed already. */
  readonly hops: number
  readonly vocabulary: () => Vocabulary
  /** Whether a word is in very many entries. */
  readonly isCommon: (word: string) => boolean
  /** Whether all text that a content type has under a path is indexed word for word, so it holds no HTML. */
  readonly isProse: (contentTypeId: string, path: string) => boolean
  /** Throws when the query's time is up: compiling nested conditions takes time too. */
  readonly tick: () => void
  /**
   * Shorten the query's time limit, counted from its start: for work that grows with the content, not with the result.
   * When time runs out, the error suggests `howToAsk`.
   */
  readonly shortenLimit: (limitMs: number, howToAsk?: string) => void
  readonly now: number
}

/** A part of a score: a set of doc and score, and the weight of its scores. */
export type Score = {
  readonly set: Sql
  readonly weight: number
}

/** A leaf as SQL: the set of documents, and the test of one document (null: only membership of the set can be tested). */
export type LeafSql = {
  readonly set: Sql
  readonly test: ((doc: Sql) => Sql) | null
  readonly scores: readonly Score[]
  /** The rows behind the set, with documents perhaps repeated: counting a few of them is cheap. Null: count the set. */
  readonly rows: Sql | null
  /** Whether finding the set scans all texts. */
  readonly isSlow?: boolean
}

/** Stops a statement whose time is up; checked for one document in 256. */
export const guard = (doc: Sql): Sql => sql`((${doc} & 255) OR tick())`

/** The guard of a set whose documents are the column `doc`. */
export const GUARD = guard(raw('doc'))
