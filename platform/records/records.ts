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

/** Which account to read. With `family` only while that session has not ended. */
export type AccountTask = {
  readonly by: 'id' | 'name'
  readonly value: string
  readonly family?: string | undefined
}

/** A query for accounts, with one page of its result. `text` is searched in names and e-mail addresses. */
export type AccountQuery = {
  readonly where: Clause
  readonly order: readonly OrderItem[]
  readonly text: string | null
  /** Only members of one of these groups; null for all accounts. */
  readonly groupIds: readonly string[] | null
  readonly pageIndex: number
  readonly pageSize: number
}
export type AccountPage = { readonly totalCount: number; readonly items: readonly Account[] }

/** A change of an account: properties that are not given stay. Properties of `custom` that are null are removed. */
export type AccountChange = {
  readonly id: string
  readonly now: string
  readonly fields?: Readonly<Record<string, unknown>> | undefined
  readonly status?: Partial<UserStatus> | undefined
  readonly joins?: readonly string[] | undefined
  readonly leaves?: readonly string[] | undefined
}

/** The data of a refresh token. `retired` is the time when it was replaced, in milliseconds. */
export type RefreshRow = {
  readonly account: string
  readonly family: string
  readonly expires: number
  readonly retired: number | null
}
export type NewRefresh = {
  readonly hash: string
  readonly account: string
  /** The session: all tokens of one sign-in. */
  readonly family: string
  readonly expires: number
  readonly now: number
  readonly replaces: string | null
  /** For a sign-in, the hash of the password that was checked; null when the token continues a session. */
  readonly checked: string | null
}

/** An idempotency key and a hash of the content: a request with a used key is not carried out again. */
export type Keyed = { readonly key: string | null; readonly hash: string }

export type NewPost = Keyed & {
  readonly form: PostedForm
  readonly received: string
  readonly json: string
  /** The prefix of the reference number; null when the post's id is the reference. */
  readonly prefix: string | null
  /** The post's id as an entry. */
  readonly entry: string | null
  /** Files will follow, so the mails are written with the notification. */
  readonly awaitsFiles: boolean
}
/** A post as it was first stored. */
export type KeptPost = {
  readonly id: number
  readonly reference: string | null
  readonly entry: string | null
}
/** A file of a post. `stored` is its name in the folder of uploads, `hash` the hash of its bytes in hexadecimal digits. */
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

/** Which posts to remove: those received before a time, which can differ by form; null keeps them for ever. */
export type PruneTask = {
  readonly before: string | null
  readonly byForm: Readonly<Record<string, string | null>>
  readonly most: number
  readonly dryRun: boolean
  /** Only this post, however old it is. */
  readonly only?: number | undefined
}
/** How many posts were removed, and the names of their files in the folder of uploads (null: the bytes were in the database). */
export type Pruned = { readonly posts: number; readonly files: readonly (string | null)[] }

/** A message of the outbox, with the state of its deliveries. */
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

/** Answers to a form whose field `about` has the text `says`; `choices` are those of the field `by`, which is counted. */
export type AnswersTask = {
  readonly form: string
  readonly about: string
  readonly says: string
  readonly by: string
  readonly choices: readonly string[]
}
/** How many answers gave each choice. */
export type AnswerCounts = Readonly<Record<string, number>>

/** The delivery of a message to one address. */
export type Delivery = {
  readonly id: number
  readonly message: number
  readonly url: string
  readonly attempts: number
  readonly json: string
}

/** The records (accounts, posts, messages) for reading. SQLite is one implementation. */
export type RecordReader = {
  readonly account: (task: AccountTask) => Account | null
  readonly accounts: (query: AccountQuery) => AccountPage
  readonly refresh: (hash: string) => RefreshRow | null
  readonly messages: (task: MessagesTask) => MessagesAnswer
  readonly countAnswers: (task: AnswersTask) => AnswerCounts
}

/**
 * The records for writing. Each call is one transaction that is on disk when the call returns. SQLite is one implementation;
 * the interface does not depend on it.
 */
export type RecordWriter = {
  /**
   * Store a post and the messages about it. A used idempotency key with the same content gives the stored post; with
   * other content it gives `conflict`.
   */
  readonly keepPost: (post: NewPost) => KeptPost | 'conflict'
  /** The post that a request with this key and content stored, `conflict` when it had other content, null for a new key. */
  readonly keptPost: (request: Keyed & { readonly received: string }) => KeptPost | 'conflict' | null
  /**
   * Store a file of a post. Null when the form has no such post, `full` when the post has its maximum of files; `isNew`
   * is false when the key was used for this file before.
   */
  readonly keepUpload: (
    upload: NewUpload,
  ) => { readonly id: number; readonly isNew: boolean } | 'full' | 'conflict' | null
  /** Put the notification about a post and its mails into the outbox, once. Null when there is no such post. */
  readonly keepNotice: (notice: NewNotice) => number | 'conflict' | null
  /** Remove posts after their retention time, with everything that belongs to them. */
  readonly prunePosts: (task: PruneTask) => Pruned
  /** Whether a file in the folder of uploads belongs to a post. */
  readonly knowsUpload: (stored: string) => boolean
  readonly keepMail: (mail: { readonly created: string; readonly content: object }) => number
  /** Note which file of content is live. Webhooks get the message if another one was noted before; it is stored once. */
  readonly noteContent: (noted: {
    readonly file: string
    readonly message: { readonly occurred: string }
    readonly urls: readonly string[]
  }) => void
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
  /** Store a new account. Gives null, or which of its names is taken: a user name may equal neither another's user name nor address. */
  readonly addAccount: (account: Account) => 'username' | 'email' | null
  /** Gives the changed account, or the reason why it was not changed. */
  readonly changeAccount: (change: AccountChange) => Account | 'username' | 'email' | 'missing'
  /** Whether the account existed. Its sessions end too. */
  readonly removeAccount: (id: string) => boolean
  /** Store a created, changed or removed group. */
  readonly keepGroup: (change: GroupChange) => void
  /**
   * Replace a password (its hash) and end all sessions of the account except `keeps`, if it belongs to the account. False, and nothing
   * is stored, when the account has gone, or when the existing password that was checked (its hash; null for none) is no longer its own.
   */
  readonly setPassword: (change: {
    readonly account: string
    readonly password: string
    readonly checked: string | null
    readonly now: string
    readonly keeps: string | null
  }) => boolean
  /**
   * Store a refresh token (its hash), retire the one it replaces, and delete expired ones. False, and nothing is stored, when
   * the session that it continues has ended meanwhile, or when the account may no longer sign in with the checked password.
   */
  readonly keepRefresh: (token: NewRefresh) => boolean
  /** End the session of a refresh token. */
  readonly endSession: (family: string) => void
}
