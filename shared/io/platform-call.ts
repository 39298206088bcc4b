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
  readonly deadlineMs: number
  readonly mayRetry: boolean
  /** Ends the wait, e.g. because the visitor is gone. */
  readonly signal?: AbortSignal
}
