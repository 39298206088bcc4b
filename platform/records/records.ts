import type { UserStatus } from '../domain/content.ts'
import type { PostedForm } from '../domain/describe-form.ts'
import type { GroupChange } from '../domain/merge-groups.ts'
import type { Clause, OrderItem } from '../query/ast.ts'

/** An account as it is stored. `json` is the user without the password. */
export type Account = {
  readonly id: string
  readonly username: string
  readonly email: string
  readonly password: string | null
  readonly json: string
}

/** Which account is wanted. With `family` only when that session has not been ended. */
export type AccountTask = {
  readonly by: 'id' | 'name'
  readonly value: string
  readonly family?: string | undefined
}

/** Accounts that match a query, one page of them. `text` is looked for in names and addresses. */
export type AccountQuery = {
  readonly where: Clause
  readonly order: readonly OrderItem[]
  readonly text: string | null
  /** Only members of one of these groups; null for everybody. */
  readonly groupIds: readonly string[] | null
  readonly pageIndex: number
  readonly pageSize: number
}
export type AccountPage = { readonly totalCount: number; readonly items: readonly Account[] }

/** A change of an account: what is not named stays. Members of `custom` that are null are taken away. */
export type AccountChange = {
  readonly id: string
  readonly now: string
  readonly fields?: Readonly<Record<string, unknown>> | undefined
  readonly status?: Partial<UserStatus> | undefined
  readonly joins?: readonly string[] | undefined
  readonly leaves?: readonly string[] | undefined
}

/** What a refresh token stands for. `retired` is when it was replaced, in milliseconds. */
export type RefreshRow = {
  readonly account: string
  readonly family: string
  readonly expires: number
  readonly retired: number | null
}
export type NewRefresh = {
  readonly hash: string
  readonly account: string
  /** The session: all tokens that came of one sign-in. */
  readonly family: string
  readonly expires: number
  readonly now: number
  readonly replaces: string | null
}

/** What was done before under a key of the caller's is not done again: `hash` is what it was done with. */
export type Keyed = { readonly key: string | null; readonly hash: string }

export type NewPost = Keyed & {
  readonly form: PostedForm
  readonly received: string
  readonly json: string
  /** The prefix of its reference number; null where the post's own number is the reference. */
  readonly prefix: string | null
  /** Its id as an entry. */
  readonly entry: string | null
  /** Files are still to come: the mails wait for the notification. */
  readonly awaitsFiles: boolean
}
/** A post as it was kept, the first time. */
export type KeptPost = {
  readonly id: number
  readonly reference: string | null
  readonly entry: string | null
}
/** A file of a post. `stored` is its name in the folder of uploads, `hash` of its bytes in hexadecimal digits. */
export type NewUpload = Keyed & {
  readonly form: string
  readonly post: number
  readonly received: string
  readonly name: string
  readonly type: string
  readonly fields: string
  readonly stored: string
  readonly size: number
  readonly maxFiles: number
}
export type NewNotice = Keyed & { readonly created: string; readonly form: PostedForm; readonly post: number }

/** Which posts are too old: those received before a moment, which may be another for some forms; null keeps for good. */
export type PruneTask = {
  readonly before: string | null
  readonly byForm: Readonly<Record<string, string | null>>
  readonly most: number
  readonly dryRun: boolean
  /** Only this post, however old it is. */
  readonly only?: number | undefined
}
/** How many posts went, and the files that were theirs, by their names in the folder of uploads (null: kept elsewhere). */
export type Pruned = { readonly posts: number; readonly files: readonly (string | null)[] }

/** A message of the outbox, with how its deliveries went. */
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
/** A page of the outbox, newest first; `kind` null for every kind. */
export type MessagesTask = {
  readonly kind: string | null
  readonly pageIndex: number
  readonly pageSize: number
}
export type MessagesAnswer = { readonly totalCount: number; readonly items: readonly OutboxMessage[] }

/** Answers to a form of which one field says a certain text; `choices` are those of another field that are counted. */
export type AnswersTask = {
  readonly form: string
  readonly about: string
  readonly says: string
  readonly by: string
  readonly choices: readonly string[]
}
/** How many answers gave each choice. */
export type AnswerCounts = Readonly<Record<string, number>>

/** A message on its way to one address. */
export type Delivery = {
  readonly id: number
  readonly message: number
  readonly url: string
  readonly attempts: number
  readonly json: string
}

/** What people leave behind, for reading. SQLite is one implementation. */
export type RecordReader = {
  readonly account: (task: AccountTask) => Account | null
  readonly accounts: (query: AccountQuery) => AccountPage
  readonly refresh: (hash: string) => RefreshRow | null
  readonly messages: (task: MessagesTask) => MessagesAnswer
  readonly countAnswers: (task: AnswersTask) => AnswerCounts
}

/**
 * What people leave behind, for writing. Each call is one transaction that is on disk when the call returns. SQLite is
 * one implementation; nothing in the calls is of its kind.
 */
export type RecordWriter = {
  /** Keep a post and the messages about it. A key that was used for the same content gives the same post again; for other content it gives `conflict`. */
  readonly keepPost: (post: NewPost) => KeptPost | 'conflict'
  /** Keep a file of a post. Null when the form has no such post, `full` when the post has as many files as it may; `isNew` is false for a key that was used for it before. */
  readonly keepUpload: (
    upload: NewUpload,
  ) => { readonly id: number; readonly isNew: boolean } | 'full' | 'conflict' | null
  /** Put the notification about a post and its mails into the outbox, once. Null when there is no such post. */
  readonly keepNotice: (notice: NewNotice) => number | 'conflict' | null
  /** Take away posts that are too old, with everything that was kept of them. */
  readonly prunePosts: (task: PruneTask) => Pruned
  /** Whether a file in the folder of uploads is one of a post. */
  readonly knowsUpload: (stored: string) => boolean
  readonly keepMail: (mail: { readonly created: string; readonly content: object }) => number
  readonly claim: (now: number) => {
    readonly claimed: readonly Delivery[]
    readonly nextDue: number | null
  }
  readonly settle: (result: {
    readonly id: number
    readonly state: 'sent' | 'waiting' | 'dead'
    readonly due: number
    readonly outcome: string
  }) => void
  /** Keep a new account. Gives null, or which of its names is taken: a name may be neither another's name nor address. */
  readonly addAccount: (account: Account) => 'username' | 'email' | null
  /** Gives the changed account, or what stands in the way. */
  readonly changeAccount: (change: AccountChange) => Account | 'username' | 'email' | 'missing'
  /** Whether there was one. Its sessions end with it. */
  readonly removeAccount: (id: string) => boolean
  /** Keep a group as it is now, or that it was taken away. */
  readonly keepGroup: (change: GroupChange) => void
  /** Replace a password (its hash) and end all sessions of the account but the one named, if it is of the account. */
  readonly setPassword: (change: {
    readonly account: string
    readonly password: string
    readonly now: string
    readonly keeps: string | null
  }) => void
  /** Keep a refresh token (its hash), retire the one it replaces, forget those that are over. */
  readonly keepRefresh: (token: NewRefresh) => void
  /** End the session that a refresh token is of. */
  readonly endSession: (family: string) => void
}
