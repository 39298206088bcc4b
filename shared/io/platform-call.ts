/** How much a page needs the answer; the tree is optional too, and kept for a time of its own. Source: reference security 3.2. */
export type Need = 'primary' | 'optional' | 'tree'

/**
 * Answers that a new node may change although none of their keys names it: the navigation tree, and other lists of nodes.
 */
export type AnswerGroup = 'tree' | 'nodes'

/** One thing wanted from the platform. */
export interface PlatformCall {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** Who asks: only calls of the same lane share an answer. */
  readonly lane: string
  /** Whether the answer may be kept: the same for everybody, and published. */
  readonly isPublic: boolean
  /** How long it may be kept then, in milliseconds. */
  readonly freshMs: number
  /** Besides the surrogate keys of its answer, what it can be dropped by. */
  readonly group?: AnswerGroup
  readonly deadlineMs: number
  readonly mayRetry: boolean
  /** Ends the wait, e.g. because the visitor is gone. */
  readonly signal?: AbortSignal
}
