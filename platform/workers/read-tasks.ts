import type { VersionStatus } from '../domain/content.ts'
import type { FieldLimit } from '../domain/limit-fields.ts'
import type { LinkDepths } from '../domain/link-depths.ts'
import type { Query } from '../query/ast.ts'
import type { ReadAccess } from '../repository/repository.ts'

/** How entries are shown, for every kind of request. */
export type EntryView = { readonly limit: FieldLimit; readonly depths: LinkDepths }

export type SearchTask = {
  readonly query: Query
  readonly readAccess: ReadAccess
  readonly entryView: EntryView
  readonly status?: VersionStatus | undefined
}
/** The answer's body as JSON text, written in the worker, and what it depends on. */
export type SearchAnswer = {
  readonly body: string
  readonly used: readonly string[]
  readonly contentTypeIds: readonly string[]
  readonly linkedTypeIds: readonly string[]
}

/** Which of the entries exist for this reader, in this language and version status. */
export type PresenceTask = {
  readonly ids: readonly string[]
  readonly language: string
  readonly status: VersionStatus
  readonly readAccess: ReadAccess
}
export type EntryTask = PresenceTask & { readonly entryView: EntryView }
/** The asset whose file has a path; `entryId` null: it was deleted. */
export type AssetHead = { readonly entryId: string | null; readonly isPublished: boolean }

/** Entries by id, each as JSON text; missing ids do not exist or may not be read. `undelivered`: delivery leaves out their content type. */
export type EntryAnswer = {
  readonly bodies: Readonly<Record<string, string>>
  readonly used: readonly string[]
  readonly undelivered: readonly string[]
}
