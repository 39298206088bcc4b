import type { Kind } from '../domain/field-kinds.ts'
import type { LinkedPath } from '../domain/model.ts'
import type { Vocabulary } from './fuzzy.ts'
import type { Scope } from './scopes.ts'
import { raw, sql, type Runner, type Sql } from './sql.ts'

/** What compiling a query needs to know about the database it is compiled for. */
export type Catalogue = {
  readonly run: Runner
  readonly fieldIds: ReadonlyMap<string, number>
  readonly textFields: readonly number[]
  /** Fields that have texts longer than the ordered index keeps. */
  readonly longFields: ReadonlySet<number>
  readonly kindsOf: (contentTypeId: string, path: string) => readonly Kind[]
  /** The kind of a field that has one value at most in an entry; null for every other field. */
  readonly singleKindOf: (contentTypeId: string, path: string) => Kind | null
  /** `entryTitle` or `entryDescription` where a field's free text is kept under that name; else null. */
  readonly namedTextOf: (contentTypeId: string, path: string) => string | null
  /** Where a path goes on in a linked entry; null for a field of a content type's own entries. */
  readonly linkedPathOf: (contentTypeId: string, path: string) => LinkedPath | null
  /** The scopes that links can lead to: what the reader may see, in the version status of the query. */
  readonly linkedScopes: readonly Scope[]
  /** Links that the path under way has led over already. */
  readonly hops: number
  readonly vocabulary: () => Vocabulary
  /** Whether a word is in very many entries. */
  readonly isCommon: (word: string) => boolean
  /** Whether all text that a content type has under a path is kept as words just as it is, so no HTML. */
  readonly isProse: (contentTypeId: string, path: string) => boolean
  /** Shorten the time of the query, counted from its start: for work that grows with what there is, not with what is found. Where it runs out, the refusal says how to ask instead. */
  readonly shortenLimit: (limitMs: number, howToAsk?: string) => void
  readonly now: number
}

/** A part of a score: a set of doc and score, and how often it counts. */
export type Score = {
  readonly set: Sql
  readonly weight: number
}

/** A leaf as SQL: the set of documents, and the test of one document (null: only membership of the set can be tested). */
export type LeafSql = {
  readonly set: Sql
  readonly test: ((doc: Sql) => Sql) | null
  readonly scores: readonly Score[]
  /** The rows that the set is made of, each document perhaps several times: cheap to count a few of. Null: count the set. */
  readonly rows: Sql | null
  /** Whether all texts have to be looked through to find the set. */
  readonly isSlow?: boolean
}

/** Ends a long statement; asked for one document in 256. */
export const guard = (doc: Sql): Sql => sql`((${doc} & 255) OR tick())`

/** The guard of a set whose documents are the column `doc`. */
export const GUARD = guard(raw('doc'))
