import type { VersionStatus } from '../domain/content.ts'
import type { FieldLimit } from '../domain/limit-fields.ts'
import type { LinkDepths } from '../domain/link-depths.ts'
import type { Query } from '../query/ast.ts'
import type { Reading } from '../repository/repository.ts'

/** How entries are to be shown, whatever was asked for. */
export type Showing = { readonly limit: FieldLimit; readonly depths: LinkDepths }

export type SearchTask = {
  readonly query: Query
  readonly reading: Reading
  readonly showing: Showing
  readonly status?: VersionStatus | undefined
}
/** The answer's body as JSON text, made in the worker, and what it depends on. */
export type SearchAnswer = {
  readonly body: string
  readonly used: readonly string[]
  readonly contentTypeIds: readonly string[]
}

export type EntryTask = {
  readonly ids: readonly string[]
  readonly language: string
  readonly status: VersionStatus
  readonly reading: Reading
  readonly showing: Showing
}
/** Entries by id, as JSON text each; an id that is missing may not be seen or does not exist. `undelivered`: left out by its content type. */
export type EntryAnswer = {
  readonly bodies: Readonly<Record<string, string>>
  readonly used: readonly string[]
  readonly undelivered: readonly string[]
}

export type AccountTask = { readonly by: 'id' | 'name'; readonly value: string }
/** An account as it is stored. `json` is the user without the password. */
export type Account = {
  readonly id: string
  readonly username: string
  readonly email: string
  readonly password: string | null
  readonly json: string
}

/** What a refresh token stands for, or null. `retired` is when it was replaced, in milliseconds. */
export type RefreshRow = {
  readonly account: string
  readonly expires: number
  readonly retired: number | null
}

/** A page of the outbox, newest first; `kind` null for every kind. */
export type MessagesTask = {
  readonly kind: string | null
  readonly pageIndex: number
  readonly pageSize: number
}
export type OutboxMessage = {
  readonly id: number
  readonly created: string
  readonly kind: string
  readonly content: unknown
  readonly deliveries: readonly {
    readonly url: string
    readonly state: string
    readonly attempts: number
    readonly outcome: string | null
  }[]
}
export type MessagesAnswer = { readonly totalCount: number; readonly items: readonly OutboxMessage[] }
